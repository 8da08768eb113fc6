//! The command-line arguments.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

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
    Serve(Serve),
}

#[derive(Args)]
pub(crate) struct Serve {
    /// Address and port to listen on. 0.0.0.0:8787 makes the service reachable from the network.
    #[arg(long, default_value = "127.0.0.1:8787")]
    pub(crate) listen: SocketAddr,
    /// Address of a ComfyUI instance, such as http://127.0.0.1:8188. Can be repeated.
    #[arg(long, value_name = "URL")]
    pub(crate) engine: Vec<String>,
    /// Number of embedded engine instances to start if there is no --engine.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) engines: u16,
    /// Folder of the workflows, one file <workflow_id>.json per workflow.
    #[arg(long, default_value = "workflows", value_name = "DIR")]
    pub(crate) workflows: PathBuf,
    /// Folder for the key, runs, uploads and outputs. Only one running flowdeck can use it.
    #[arg(long, default_value = "flowdeck-data", value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Maximum number of running and waiting tasks per engine instance.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) queue_limit: u32,
    /// Maximum size of a submission, in MB.
    #[arg(long, default_value_t = 100, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_upload: u32,
    /// Folder of the playground's files [default: `site` next to the program].
    #[arg(long, value_name = "DIR")]
    pub(crate) site: Option<PathBuf>,
}
