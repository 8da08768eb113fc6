//! The arguments of `flowdeck audit`: which lines of the audit log to show.

use chrono::{DateTime, Utc};
use clap::Args;

use super::since::since;

#[derive(Args)]
pub(crate) struct AuditFilter {
    /// Where to begin: a date such as 2026-11-28, a time, or how long ago, such as 7d or 2h [default: the first line].
    #[arg(long, value_name = "TIME", value_parser = since)]
    pub(crate) since: Option<DateTime<Utc>>,
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
