//! Runs: what a submission answers (the contract, section 2.3), and the run detail that
//! deployments offer beyond the contract.

use serde::Serialize;

/// One accepted run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunEntry {
    /// The run's id.
    pub run_id: String,
    /// The workflow it runs. Absent in answers of older deployments.
    pub workflow_id: String,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It waits.
    Pending,
    /// It runs.
    Running,
    /// It gave its outputs.
    Completed,
    /// It broke.
    Failed,
    /// Somebody stopped it.
    Cancelled,
    /// A status this version does not know.
    #[default]
    Unknown,
}

impl RunStatus {
    /// The status that a word of any generation means.
    pub fn of(word: &str) -> Self {
        match word {
            "pending" | "queued" | "accepted" => Self::Pending,
            "running" | "in_progress" | "started" => Self::Running,
            "completed" | "success" | "succeeded" => Self::Completed,
            "failed" | "error" => Self::Failed,
            "cancelled" | "canceled" => Self::Cancelled,
            _ => Self::Unknown,
        }
    }

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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunDetail {
    /// The run's id.
    #[serde(rename = "_id")]
    pub id: String,
    /// The workflow it runs.
    pub workflow_id: String,
    /// The group it belongs to.
    pub group_id: Option<String>,
    /// Where it stands.
    pub status: RunStatus,
    /// Why it failed, in the engine's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How far it is, while it runs and where that is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<RunProgress>,
    /// What it was given.
    pub inputs: Vec<RunInput>,
    /// What it gave.
    pub outputs: Vec<RunOutput>,
    /// When it was accepted, RFC 3339 in UTC.
    pub created_at: Option<String>,
    /// When an engine began with it.
    pub started_at: Option<String>,
    /// When it ended.
    pub completed_at: Option<String>,
}

/// How far the node is that works on a run, in ComfyUI's terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunProgress {
    /// The steps that are done; no more than `max`.
    pub value: u32,
    /// How many there are; at least one.
    pub max: u32,
    /// The node's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
}

/// One value that a run was given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunInput {
    /// The field's name.
    pub path: String,
    /// Its form text; of a file, the name it came with.
    pub value: Option<String>,
}

/// One file that a run gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunOutput {
    /// The name by which `GET /api/v1/runs/output` knows it.
    pub filename: String,
    /// Where it can be fetched, for a while and without a key; relative to the base URL or absolute.
    pub url: Option<String>,
}

/// `GET /api/v1/runs?group_id=`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunList {
    /// The group asked for.
    pub group_id: Option<String>,
    /// How many runs the group has, on all pages.
    pub count: u64,
    /// The runs of this page.
    pub runs: Vec<RunDetail>,
}
