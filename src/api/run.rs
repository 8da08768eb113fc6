//! Runs: what a submission answers (the contract, section 2.3), and the run detail that
//! deployments offer beyond the contract.

use serde::{Deserialize, Serialize};

/// One accepted run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEntry {
    /// The run's id.
    pub run_id: String,
    /// The workflow it runs. Absent in answers of older deployments.
    #[serde(default)]
    pub workflow_id: String,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It waits.
    #[serde(alias = "queued", alias = "accepted")]
    Pending,
    /// It runs.
    #[serde(alias = "in_progress", alias = "started")]
    Running,
    /// It gave its outputs.
    #[serde(alias = "success", alias = "succeeded")]
    Completed,
    /// It broke.
    #[serde(alias = "error")]
    Failed,
    /// Somebody stopped it.
    #[serde(alias = "canceled")]
    Cancelled,
    /// A status this version does not know.
    #[default]
    #[serde(other)]
    Unknown,
}

impl RunStatus {
    /// The status in one word, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the run will not change any more.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// `GET /api/v1/runs/{run_id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunDetail {
    /// The run's id.
    #[serde(rename = "_id", alias = "run_id", alias = "id")]
    pub id: String,
    /// The workflow it runs.
    #[serde(default)]
    pub workflow_id: String,
    /// The group it belongs to.
    #[serde(default)]
    pub group_id: Option<String>,
    /// Where it stands.
    #[serde(default)]
    pub status: RunStatus,
    /// Why it failed, in the engine's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What it was given.
    #[serde(default)]
    pub inputs: Vec<RunInput>,
    /// What it gave.
    #[serde(default)]
    pub outputs: Vec<RunOutput>,
    /// When it was accepted, RFC 3339 in UTC.
    #[serde(default)]
    pub created_at: Option<String>,
    /// When an engine began with it.
    #[serde(default)]
    pub started_at: Option<String>,
    /// When it ended.
    #[serde(default)]
    pub completed_at: Option<String>,
}

/// One value that a run was given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunInput {
    /// The field's name.
    #[serde(default)]
    pub path: String,
    /// Its form text; of a file, the name it came with.
    #[serde(default)]
    pub value: Option<String>,
}

/// One file that a run gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOutput {
    /// The name by which `GET /api/v1/runs/output` knows it.
    #[serde(default)]
    pub filename: String,
    /// Where it can be fetched, for a while and without a key; relative to the base URL or absolute.
    #[serde(default)]
    pub url: Option<String>,
}

/// `GET /api/v1/runs?group_id=`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunList {
    /// The group asked for.
    #[serde(default)]
    pub group_id: Option<String>,
    /// How many runs the group has, on all pages.
    #[serde(default)]
    pub count: u64,
    /// The runs of this page.
    #[serde(default)]
    pub runs: Vec<RunDetail>,
}
