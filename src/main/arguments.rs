//! The program's arguments.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Program {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve workflows: the API, and the playground to try them in.
    ///
    /// The key that callers give in X-API-KEY is read from the environment variable
    /// FLOWDECK_API_KEY; without it, each start makes a new one.
    Serve(Serve),
}

#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; 0.0.0.0:8787 opens it to the network.
    #[arg(long, default_value = "127.0.0.1:8787")]
    pub(crate) listen: SocketAddr,
    /// The address of a ComfyUI instance, http://127.0.0.1:8188; may be given several times.
    #[arg(long, value_name = "URL")]
    pub(crate) engine: Vec<String>,
    /// How many embedded engine instances to run when no --engine is given.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) engines: u16,
    /// The folder of the workflows, a file <workflow_id>.json each.
    #[arg(long, default_value = "workflows", value_name = "DIR")]
    pub(crate) workflows: PathBuf,
    /// The folder for runs, uploads and outputs.
    #[arg(long, default_value = "flowdeck-data", value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The most tasks that may run and wait at one instance.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) queue_limit: u32,
    /// The most that one submission may hold, in MB.
    #[arg(long, default_value_t = 100, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_upload: u32,
    /// The folder of the playground's files; by default `site` beside the program.
    #[arg(long, value_name = "DIR")]
    pub(crate) site: Option<PathBuf>,
}
