//! The arguments of `flowdeck runs`.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use super::DeploymentAddress;

#[derive(Args)]
pub(crate) struct Runs {
    #[command(subcommand)]
    pub(crate) command: RunsCommand,
}

#[derive(Subcommand)]
pub(crate) enum RunsCommand {
    /// List runs, the newest first: their state, workflow, owner and engine instance.
    List(ListRuns),
    /// Cancel runs that have not ended.
    Cancel(CancelRuns),
}

#[derive(Args)]
pub(crate) struct ListRuns {
    /// Whose runs: the name of a key, or "first key". Those of others need the right `admin`.
    #[arg(long, value_name = "NAME")]
    pub(crate) owner: Option<String>,
    /// Only runs that this engine instance has or had last, such as http://127.0.0.1:8188.
    #[arg(long, value_name = "URL")]
    pub(crate) engine: Option<String>,
    /// Only runs in this state.
    #[arg(long, value_parser = states())]
    pub(crate) state: Option<String>,
    /// Only runs of this workflow.
    #[arg(long, value_name = "ID")]
    pub(crate) workflow: Option<String>,
    /// Maximum number of runs.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) limit: u32,
    /// Print a JSON object for each run.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}

fn states() -> PossibleValuesParser {
    PossibleValuesParser::new(["pending", "running", "completed", "failed", "cancelled"])
}

#[derive(Args)]
pub(crate) struct CancelRuns {
    /// The IDs of the runs.
    #[arg(value_name = "ID", required = true)]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) deployment: DeploymentAddress,
}
