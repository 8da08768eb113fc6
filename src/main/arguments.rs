//! The command-line arguments.

#[path = "arguments/keys.rs"]
mod keys;
#[path = "arguments/runs.rs"]
mod runs;
#[path = "arguments/serve.rs"]
mod serve;
#[path = "arguments/webhooks.rs"]
mod webhooks;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use keys::{Ids, KeyTerms, Keys, KeysCommand, OrNone};
pub(crate) use runs::{CancelRuns, ListRuns, Runs, RunsCommand};
pub(crate) use serve::{OnLost, Serve};
pub(crate) use webhooks::{ListDeliveries, Replay, Webhooks, WebhooksCommand};

use super::audit_filter::AuditFilter;
use super::backup::{Backup, Restore};
use super::listen_address::listen_address;
use super::{home_folder, web_address};

/// Forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
#[derive(Parser)]
#[command(version = crate::VERSION)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve ComfyUI workflows: the API, and the playground to try them.
    ///
    /// Callers send the key in the header X-API-KEY. The first start generates it and keeps it in the file
    /// `key` of the data folder; delete the file for a new key. If the environment variable
    /// FLOWDECK_FIRST_KEY is set, that is the key, and the file is not used.
    ///
    /// Every option is also an environment variable, such as FLOWDECK_QUEUE_LIMIT for --queue-limit, and a key of the
    /// file of --config. An option comes before a variable, and that before the file.
    Serve(Box<Serve>),
    /// Check the settings of a service.
    Config(Config),
    /// Run one embedded engine on its own, to try several processes or machines without ComfyUI.
    ///
    /// Prints the command that connects it. Callers must send its token, which is new at each start unless
    /// the environment variable FLOWDECK_ENGINE_TOKEN sets it.
    Engine(StandaloneEngine),
    /// Deploy the workflow in a file to a running service, as its newest version; or an earlier version again.
    ///
    /// The key is read from the environment variable FLOWDECK_API_KEY, or else from the key file of a service on this
    /// machine.
    Deploy(Deploy),
    /// List the workflows of a running service.
    ///
    /// The key is read from the environment variable FLOWDECK_API_KEY, or else from the key file of a service on this
    /// machine.
    Workflows(DeploymentAddress),
    /// List, add, drain and remove the engine instances of a running service.
    ///
    /// The key is read from the environment variable FLOWDECK_API_KEY, or else from the key file of a service on this
    /// machine.
    Engines(Engines),
    /// List and cancel the runs of a running service: whose they are, and which engine instance has them.
    ///
    /// The key is read from the environment variable FLOWDECK_API_KEY, or else from the key file of a service on this
    /// machine. Without the right `admin`, it sees and cancels only its own runs.
    Runs(Runs),
    /// Make, list and revoke further keys of a running service.
    ///
    /// This needs the first key, or one with the right `admin`: in the environment variable FLOWDECK_API_KEY, or else in
    /// the key file of a service on this machine. A key without a choice may start runs, and see, repeat, cancel and
    /// share its own.
    Keys(Keys),
    /// Let a running service call your server when runs of a key start and end.
    ///
    /// The webhooks belong to the key in the environment variable FLOWDECK_API_KEY, or else to the first key of a service
    /// on this machine, and report its runs. It needs the right `run`.
    Webhooks(Webhooks),
    /// Show who has changed what at a running service: deployments, keys, shared results and engine instances.
    ///
    /// This needs the first key, or one with the right `admin`: in the environment variable FLOWDECK_API_KEY, or else in
    /// the key file of a service on this machine.
    Audit {
        #[command(flatten)]
        filter: AuditFilter,
        #[command(flatten)]
        deployment: DeploymentAddress,
    },
    /// Show what the workflow in a file would ask for, and what an engine lacks for it.
    ///
    /// Fails if the workflow cannot run there.
    Check(Check),
    /// Install flowdeck's nodes in ComfyUI: they mark inputs and outputs, and its editor shows whether a workflow is ready.
    Nodes(Nodes),
    /// Look for what keeps a service with these options from working, and say what to do.
    ///
    /// A line for each check, with ✓, ! or ✗; fails if there is a ✗. Changes nothing, and works also while the service
    /// runs.
    Doctor(Box<Serve>),
    /// Check that a running service answers, for the health check of a container.
    ///
    /// Needs no key. Fails with exit code 1 if the service does not answer within 5 seconds.
    Health(DeploymentAddress),
    /// Write a backup of a data folder to one file, also while a service uses the folder.
    ///
    /// It has every run that was accepted before, with its files, the published workflows, the keys and the key file.
    Backup(Backup),
    /// Make a data folder from a backup.
    ///
    /// The backup is checked completely before anything takes its place.
    Restore(Restore),
    /// Print a page of the documentation, or the list of pages.
    Docs {
        /// The page, such as start.
        page: Option<String>,
        /// Write a file that belongs to it into the current folder, such as dashboard.json or flowdeck.service.
        #[arg(long, value_name = "FILE", conflicts_with = "page")]
        get: Option<String>,
    },
    /// Print the licenses of everything that is compiled into the program.
    Licenses,
}

#[derive(Args)]
pub(crate) struct Config {
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every setting of `flowdeck serve` with these options, its value, and where it comes from.
    ///
    /// Fails if one is invalid. Keys, tokens and passwords are not shown.
    Check(Box<Serve>),
}

#[derive(Args)]
pub(crate) struct DeploymentAddress {
    /// Address of the service.
    #[arg(
        long,
        env = "FLOWDECK_URL",
        default_value = "http://127.0.0.1:8787",
        value_parser = web_address::public_url
    )]
    pub(crate) url: String,
    /// Certificate of an authority to trust besides those of the system, in PEM.
    #[arg(long, env = "FLOWDECK_CA", value_name = "FILE", value_parser = home_folder::path())]
    pub(crate) ca: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Engines {
    #[command(subcommand)]
    pub(crate) command: EnginesCommand,
}

#[derive(Subcommand)]
pub(crate) enum EnginesCommand {
    /// List the engine instances: how they are, their runs and their labels.
    List(DeploymentAddress),
    /// Add an engine instance, also for later starts; or let a drained one take runs again.
    Add(AddEngine),
    /// Give an engine instance no further runs. It finishes those that it has.
    Drain(OneEngine),
    /// Remove an engine instance. It finishes its runs.
    Remove(OneEngine),
}

#[derive(Args)]
pub(crate) struct AddEngine {
    /// Address of the ComfyUI instance, such as http://127.0.0.1:8188.
    #[arg(value_name = "URL")]
    pub(crate) engine: String,
    /// A label for people, such as the model of its GPU. Can be repeated.
    #[arg(long, value_name = "TEXT")]
    pub(crate) label: Vec<String>,
    /// Maximum number of runs at it [default: the service's --depth].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct OneEngine {
    /// Address of the ComfyUI instance, such as http://127.0.0.1:8188.
    #[arg(value_name = "URL")]
    pub(crate) engine: String,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct Deploy {
    /// The workflow: a file saved by ComfyUI, in the editor's format or exported for the API; or an earlier version
    /// of a deployed workflow, such as poster@v1.
    #[arg(value_name = "FILE|VERSION", value_parser = home_folder::path())]
    pub(crate) file: PathBuf,
    /// The workflow's ID [default: the file's name without .json].
    #[arg(long)]
    pub(crate) id: Option<String>,
    /// The saved exposure: which inputs become fields [default: FILE.form.json next to FILE.json].
    #[arg(long, value_name = "FILE", value_parser = home_folder::path())]
    pub(crate) exposure: Option<PathBuf>,
    /// A list of examples [default: FILE.examples.json next to FILE.json].
    ///
    /// The paths of files in it, and in the exposure, are relative to its folder.
    #[arg(long, value_name = "FILE", value_parser = home_folder::path())]
    pub(crate) examples: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct Check {
    /// The workflow: a file saved by ComfyUI, or an image that contains a workflow.
    #[arg(value_parser = home_folder::path())]
    pub(crate) file: PathBuf,
    /// The saved exposure: which inputs become fields [default: FILE.form.json next to FILE.json].
    #[arg(long, value_name = "FILE", value_parser = home_folder::path())]
    pub(crate) exposure: Option<PathBuf>,
    /// Address of a ComfyUI instance, such as http://127.0.0.1:8188.
    #[arg(long, value_name = "URL")]
    pub(crate) engine: String,
}

#[derive(Args)]
pub(crate) struct Nodes {
    #[command(subcommand)]
    pub(crate) command: NodesCommand,
}

#[derive(Subcommand)]
pub(crate) enum NodesCommand {
    /// Copy the node pack into ComfyUI, or update it. Workflows also run on engines without it.
    Install(InstallNodes),
}

#[derive(Args)]
pub(crate) struct InstallNodes {
    /// The folder of ComfyUI, or its folder custom_nodes.
    #[arg(value_name = "DIR", value_parser = home_folder::path())]
    pub(crate) folder: PathBuf,
}

#[derive(Args)]
pub(crate) struct StandaloneEngine {
    /// Address and port to listen on; port 0 means any free port.
    #[arg(long, default_value = "127.0.0.1:0", value_parser = listen_address)]
    pub(crate) listen: SocketAddr,
    /// Folder for its inputs and outputs. Only one running flowdeck can use it.
    #[arg(long, default_value = "flowdeck-engine", value_name = "DIR", value_parser = home_folder::path())]
    pub(crate) data: PathBuf,
}
