//! The arguments of `flowdeck audit`: which lines of the audit log to show.

use clap::Args;

#[derive(Args)]
pub(crate) struct AuditFilter {
    /// How far to look back, such as 7d or 2h [default: to the first line].
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<humantime::Duration>,
    /// Whose changes: the name of a key, "first key", or "service" for what the service does by itself.
    #[arg(long, value_name = "NAME")]
    pub(crate) actor: Option<String>,
    /// Which changes, such as key.create or workflow.deploy.
    #[arg(long, value_name = "ACTION")]
    pub(crate) action: Option<String>,
    /// Print a JSON object for each line.
    #[arg(long)]
    pub(crate) json: bool,
}
