//! The command-line arguments.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use api::{Rate, Rights};
use axum::http::HeaderValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use ipnet::IpNet;
use workflow::keep;

use super::audit_filter::AuditFilter;
use super::backup::{Backup, Restore};
use super::web_address;

/// Forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve ComfyUI workflows: the API, and the playground to try them.
    ///
    /// Callers send the key in the header X-API-KEY. The first start generates it and keeps it in the file
    /// `key` of the data folder; delete the file for a new key. If the environment variable
    /// FLOWDECK_API_KEY is set, that is the key, and the file is not used.
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
    /// Deploy the workflow in a file to a running service, as its newest version.
    ///
    /// The key of the service is read from the environment variable FLOWDECK_API_KEY.
    Deploy(Deploy),
    /// List the workflows of a running service.
    ///
    /// The key of the service is read from the environment variable FLOWDECK_API_KEY.
    Workflows(DeploymentAddress),
    /// List, add, drain and remove the engine instances of a running service.
    ///
    /// The key of the service is read from the environment variable FLOWDECK_API_KEY.
    Engines(Engines),
    /// Make, list and revoke further keys of a running service.
    ///
    /// This needs the first key, or one with the right `admin`, in the environment variable FLOWDECK_API_KEY. A key
    /// without a choice may start runs, and see, repeat, cancel and share its own.
    Keys(Keys),
    /// Show who has changed what at a running service: deployments, keys, shared results and engine instances.
    ///
    /// This needs the first key, or one with the right `admin`, in the environment variable FLOWDECK_API_KEY.
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
    /// Look for what keeps a service with these options from working, and say what to do.
    ///
    /// A line for each check, with ✓, ! or ✗; fails if there is a ✗. Changes nothing, and works also while the service
    /// runs.
    Doctor(Box<Serve>),
    /// Write a backup of a data folder to one file, also while a service uses the folder.
    ///
    /// It has every run that was accepted before, with its files, the published workflows, the keys and the key file.
    Backup(Backup),
    /// Make a data folder from a backup.
    ///
    /// The backup is checked completely before anything takes its place.
    Restore(Restore),
    /// Print the licenses of the fonts and the video codec compiled into the program.
    Licenses,
}

#[derive(Args, Clone)]
pub(crate) struct Serve {
    /// Address and port to listen on. 0.0.0.0:8787 makes the service reachable from the network.
    #[arg(long, default_value = "127.0.0.1:8787")]
    pub(crate) listen: SocketAddr,
    /// Address of a ComfyUI instance, such as http://127.0.0.1:8188. Can be repeated.
    ///
    /// If the environment variable FLOWDECK_ENGINE_TOKEN is set, its value is sent to each of them in
    /// `Authorization: Bearer`. `flowdeck engine` requires it; ComfyUI itself needs no token.
    #[arg(long, value_name = "URL")]
    pub(crate) engine: Vec<String>,
    /// Network that callers may add engine instances in, such as 10.0.0.0/8. Can be repeated.
    ///
    /// By default, every network except link-local, multicast and unspecified addresses and those of clouds' metadata
    /// services. Instances of --engine and --config may be anywhere but at link-local addresses. A special address is
    /// allowed only by a network that lies within the special one, such as 169.254.7.0/24.
    #[arg(long, value_name = "CIDR", value_parser = web_address::network)]
    pub(crate) engine_allow: Vec<IpNet>,
    /// After how long without tasks an engine instance unloads its models, such as 15m [default: never].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) free_after: Option<Duration>,
    /// File with settings and further ComfyUI instances, with credentials and a depth for each.
    ///
    /// In TOML: any of these options by its name, such as `queue-limit = 50`; and [[engine]] with url, and optionally
    /// token (or user and password), headers, labels and depth. The instances are read again on SIGHUP.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Number of embedded engine instances to start [default: 2 without --engine and --config, else none].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) engines: Option<u16>,
    /// Folder of the workflows, one file <workflow_id>.json per workflow.
    #[arg(long, default_value = "workflows", value_name = "DIR")]
    pub(crate) workflows: PathBuf,
    /// Folder for the key, runs, uploads and outputs. Only one running flowdeck can use it.
    #[arg(long, default_value = "flowdeck-data", value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Maximum number of runs at one engine instance, running and waiting there; the others wait in the service.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: u32,
    /// After how long a silence of its engine instance a run is executed at another one, such as 30s or 5m.
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = some_time)]
    pub(crate) lost_after: Duration,
    /// How often a run is given to an engine instance at most, if instances lose it.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) attempts: u32,
    /// What to do with a run that its engine instance may have executed but has lost.
    #[arg(long, default_value = "repeat", value_name = "WHAT")]
    pub(crate) on_lost: OnLost,
    /// How long a run may execute, such as 10m [default: no limit].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) run_timeout: Option<Duration>,
    /// Maximum number of waiting runs per engine instance that could execute them.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) queue_limit: u32,
    /// How long runs and their outputs are kept after they have ended, such as 30d [default: no limit].
    ///
    /// The saved exposure of a workflow may set less for its runs (keep, keep_runs, keep_bytes). A run stays as long as
    /// a link shows its result.
    #[arg(long, value_name = "TIME", value_parser = keep::time)]
    pub(crate) keep: Option<u64>,
    /// How many runs that have ended are kept; the oldest ones are removed [default: no limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) keep_runs: Option<u64>,
    /// How large the outputs of all runs may become together, such as 50GB; the oldest ones are removed [default: no
    /// limit].
    #[arg(long, value_name = "SIZE", value_parser = keep::size)]
    pub(crate) keep_bytes: Option<u64>,
    /// How much of the data folder's disk stays free, such as 500MB; 0 for no limit.
    ///
    /// If less is free, runs that are no longer kept are removed; then new runs and deployments are refused. Runs that
    /// have been accepted go on.
    #[arg(long, default_value = "1GB", value_name = "SIZE", value_parser = size_or_none)]
    pub(crate) min_free_disk: u64,
    /// Maximum size of a submission, in MB.
    #[arg(long, default_value_t = 100, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_upload: u32,
    /// Address by which callers reach the service behind a proxy, such as https://example.org/flow.
    ///
    /// The service then uses it in every absolute address it returns. The proxy must remove the path, if
    /// there is one, from the requests that it forwards.
    #[arg(long, value_name = "URL", value_parser = web_address::public_url)]
    pub(crate) public_url: Option<String>,
    /// Take the address of a client from its proxy, for the log and for delays after wrong keys.
    ///
    /// It is the last address in the header X-Forwarded-For or, without that header, in Forwarded. Set this
    /// only if every request comes through a proxy that adds the one and removes the other.
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// Origin whose pages may use the service, such as https://example.org. Can be repeated.
    ///
    /// By default, pages of every origin may use it if they have the key.
    #[arg(long, value_name = "ORIGIN", value_parser = web_address::origin)]
    pub(crate) allow_origin: Vec<HeaderValue>,
    /// How long running requests may take to finish when the program stops, such as 30s or 2m.
    #[arg(long, default_value = "30s", value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) grace: Duration,
    /// How long lines of the audit log are kept, such as 90d; it has at most 1,000,000.
    #[arg(long, default_value = "365d", value_name = "TIME", value_parser = some_time)]
    pub(crate) keep_audit: Duration,
    /// Maximum size of a run's outputs together, in MB.
    #[arg(long, default_value_t = 2048, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) max_output: u32,
    /// Do not let engines write the run into the files they save: its workflow, its version and its values.
    ///
    /// ComfyUI still writes the graph that it executed, with the values. Only ComfyUI's own option
    /// --disable-metadata keeps it from that.
    #[arg(long)]
    pub(crate) no_metadata: bool,
    /// Certificate in PEM, with those between it and the certificate authority: the service then speaks https.
    ///
    /// It is read again on SIGHUP, together with its key. Connections stay.
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Private key of --tls-cert in PEM, not encrypted.
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Folder of the playground's files [default: `site` next to the program].
    #[arg(long, value_name = "DIR")]
    pub(crate) site: Option<PathBuf>,
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

/// What to do with a lost run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnLost {
    /// Execute it again, at any instance.
    Repeat,
    /// Let it fail.
    Fail,
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
    #[arg(long, env = "FLOWDECK_CA", value_name = "FILE")]
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
    /// A name that tells people what it is, such as the model of its GPU. Can be repeated.
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
pub(crate) struct Keys {
    #[command(subcommand)]
    pub(crate) command: KeysCommand,
}

#[derive(Subcommand)]
pub(crate) enum KeysCommand {
    /// Make a key and print it. It cannot be shown again.
    New(NamedTerms),
    /// List the keys by name: what they may do and have used, and when they were made, last used and expire.
    List(DeploymentAddress),
    /// Change what a key may do. Options that are left out change nothing.
    Edit(NamedTerms),
    /// Make another key under the same name and print it. Links to outputs and shared results stay.
    Regenerate(RegenerateKey),
    /// Refuse a key from now on, and end its links. Its runs stay.
    Revoke(RevokeKey),
}

#[derive(Args)]
pub(crate) struct NamedTerms {
    /// The name of the key: letters, digits, dots, - and _.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) terms: KeyTerms,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct KeyTerms {
    /// What it may do, with commas: run, read, deploy, share, metrics, admin [default: run,read,share].
    #[arg(long, value_name = "RIGHTS")]
    pub(crate) may: Option<Rights>,
    /// Its share of the engines' time, relative to the other keys when they have runs, too [default: 1].
    #[arg(long, value_name = "N")]
    pub(crate) share: Option<f64>,
    /// How often it may submit a run, such as 60/min; none for no limit.
    #[arg(long, value_name = "RATE", value_parser = or_none::<Rate>)]
    pub(crate) limit: Option<OrNone<Rate>>,
    /// How many of its runs may be at engines at the same time; the others wait. none for no limit.
    #[arg(long, value_name = "N", value_parser = or_none::<u32>)]
    pub(crate) concurrent: Option<OrNone<u32>>,
    /// How many of its runs are accepted a day, in UTC; none for no limit.
    #[arg(long, value_name = "N", value_parser = or_none::<u32>)]
    pub(crate) per_day: Option<OrNone<u32>>,
    /// After how long it expires, such as 90d; none for a key that does not expire.
    #[arg(long, value_name = "TIME", value_parser = or_none::<humantime::Duration>)]
    pub(crate) expires: Option<OrNone<humantime::Duration>>,
}

/// A value, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OrNone<T> {
    Value(T),
    None,
}

fn or_none<T: FromStr<Err: std::fmt::Display>>(text: &str) -> Result<OrNone<T>, String> {
    match text {
        "none" => Ok(OrNone::None),
        text => text
            .parse()
            .map(OrNone::Value)
            .map_err(|why: T::Err| why.to_string()),
    }
}

#[derive(Args)]
pub(crate) struct RegenerateKey {
    /// The name of the key.
    #[arg(required_unless_present = "first", conflicts_with = "first")]
    pub(crate) name: Option<String>,
    /// The first key, which is in the data folder.
    #[arg(long)]
    pub(crate) first: bool,
    /// How long the key of before stays valid, such as 1h.
    #[arg(long, default_value = "0s", value_name = "TIME")]
    pub(crate) grace: humantime::Duration,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct RevokeKey {
    /// The name of the key.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct Deploy {
    /// The workflow: a file saved by ComfyUI, in the editor's format or exported for the API.
    pub(crate) file: PathBuf,
    /// The workflow's ID [default: the file's name without .json].
    #[arg(long)]
    pub(crate) id: Option<String>,
    /// The saved exposure: which inputs become fields [default: FILE.form.json next to FILE.json].
    #[arg(long, value_name = "FILE")]
    pub(crate) exposure: Option<PathBuf>,
    /// A list of examples [default: FILE.examples.json next to FILE.json].
    ///
    /// The paths of files in it, and in the exposure, are relative to its folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) examples: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

#[derive(Args)]
pub(crate) struct Check {
    /// The workflow: a file saved by ComfyUI, or an image that contains a workflow.
    pub(crate) file: PathBuf,
    /// The saved exposure: which inputs become fields [default: FILE.form.json next to FILE.json].
    #[arg(long, value_name = "FILE")]
    pub(crate) exposure: Option<PathBuf>,
    /// Address of a ComfyUI instance, such as http://127.0.0.1:8188.
    #[arg(long, value_name = "URL")]
    pub(crate) engine: String,
}

#[derive(Args)]
pub(crate) struct StandaloneEngine {
    /// Address and port to listen on; port 0 means any free port.
    #[arg(long, default_value = "127.0.0.1:0")]
    pub(crate) listen: SocketAddr,
    /// Folder for its inputs and outputs. Only one running flowdeck can use it.
    #[arg(long, default_value = "flowdeck-engine", value_name = "DIR")]
    pub(crate) data: PathBuf,
}

/// A time that is not zero.
fn some_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|why| why.to_string())?;
    match time.is_zero() {
        true => Err("it must be longer than 0".to_owned()),
        false => Ok(time),
    }
}

/// A size, or 0.
fn size_or_none(text: &str) -> Result<u64, String> {
    match text {
        "0" => Ok(0),
        text => keep::size(text).map_err(|why| format!("{why}, or 0")),
    }
}
