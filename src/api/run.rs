//! Runs: the answer to a submission (the contract, section 2.3), and the run detail that deployments
//! offer beyond the contract.

use serde::{Deserialize, Serialize};

/// An accepted run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RunEntry {
    /// The run's id.
    pub run_id: String,
    /// The workflow that it runs.
    // Absent in answers of older deployments.
    pub workflow_id: String,
    /// The version of the workflow, counted from 1; only flowdeck's own service has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// The priority of a run among the runs of its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// It runs after all others.
    Low,
    /// The usual one.
    #[default]
    Normal,
    /// It runs before all others.
    High,
}

impl Priority {
    /// The priority with this name.
    pub fn of(name: &str) -> Option<Self> {
        let all = [Self::Low, Self::Normal, Self::High];
        all.into_iter().find(|priority| priority.name() == name)
    }

    /// Its name, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

/// The status of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It waits in a queue.
    Pending,
    /// It runs.
    Running,
    /// It succeeded; its outputs are available.
    Completed,
    /// It failed.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// A status this version does not know.
    #[default]
    #[cfg_attr(feature = "schemas", schemars(skip))]
    Unknown,
}

impl RunStatus {
    /// The status for a word that any generation of deployments uses.
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

    /// Whether the run has ended.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// A token with which a browser follows, reads and cancels one run, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RunToken {
    /// The run.
    pub run_id: String,
    /// What the browser sends in place of a key.
    pub token: String,
    /// When it ends, RFC 3339 in UTC.
    pub expires_at: String,
}

/// What became of the runs of a group that were to be deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RemovedRuns {
    /// How many were deleted.
    pub removed: usize,
    /// The IDs of those that stay because they have not ended; cancel them first.
    #[cfg_attr(feature = "schemas", schemars(length(max = MAX_NAMED_RUNS)))]
    pub not_ended: Vec<String>,
}

/// The most runs of a group that are named because they have not ended.
pub const MAX_NAMED_RUNS: u32 = 1000;

/// A run in detail.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RunDetail {
    /// The run's id.
    #[serde(rename = "_id")]
    pub id: String,
    /// The workflow it runs.
    pub workflow_id: String,
    /// The version of the workflow, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub version: Option<u32>,
    /// The group it belongs to.
    pub group_id: Option<String>,
    /// The name of the key that submitted it, or `first key`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The address of the engine instance that has it or had it last; none while it waits for one.
    #[serde(rename = "comfy_uri", skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Its status.
    pub status: RunStatus,
    /// Why it failed, as reported by the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How often an engine instance has been given it; more than once only if one has lost it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<u32>,
    /// Its priority among the runs of its key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// While it waits in the service: its place among all waiting runs, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub position: Option<u32>,
    /// While it waits in the service: the expected seconds until it starts. Unknown if no instance that could execute it
    /// takes runs, or a run ahead of it is of a workflow that has never completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub starts_in: Option<f64>,
    /// Until it ends: the expected seconds of its execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub takes: Option<f64>,
    /// Its progress, while it runs and its engine reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<RunProgress>,
    /// While it runs: the link to the last preview that its engine has sent, which works without the key. It changes
    /// with each image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
    /// Its inputs.
    pub inputs: Vec<RunInput>,
    /// Its output files.
    pub outputs: Vec<RunOutput>,
    /// The outputs that the engine leaves out because it found an error in them or in what they need. It executes all
    /// others. An output that the workflow's saved exposure names, or without one an output that saves files, is never
    /// left out: the run fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// The names of its output files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output_names: Vec<String>,
    /// When it was accepted, RFC 3339 in UTC.
    pub created_at: Option<String>,
    /// When an engine started it.
    pub started_at: Option<String>,
    /// When it ended.
    pub completed_at: Option<String>,
    /// When it is removed because of its age; null if it is not limited, or the run has not ended. Limits on the number
    /// and the size of runs may remove it earlier. It stays as long as a link shows its result.
    pub expires_at: Option<String>,
}

/// The progress of a run: the steps of its current node in ComfyUI's terms and, if the deployment counts
/// nodes, how much of the whole run is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RunProgress {
    /// The node's steps done; at most `max`.
    pub value: u32,
    /// The number of the node's steps; 1 if it does not count them.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub max: u32,
    /// The node's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The node's title, or else its class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The nodes done, including those with a cached result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_done: Option<u32>,
    /// The nodes to do in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub nodes_total: Option<u32>,
    /// How much of the run is done, from 0 to 100; it never decreases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 100)))]
    pub percent: Option<u32>,
}

/// An input of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RunInput {
    /// The field's name.
    pub path: String,
    /// Its form text, or the name of an uploaded file.
    pub value: Option<String>,
    /// Whether the value is only the start of a long one: a listing shortens it, the detail of the run has it in
    /// full.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shortened: bool,
}

/// A file that a run produced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RunOutput {
    /// Its name for `GET /api/v1/runs/output`.
    pub filename: String,
    /// A link that works for a while without a key; relative to the base URL or absolute.
    pub url: Option<String>,
    /// For an image: the same link, to which a width in pixels can be added: `&width=320`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail: Option<String>,
}

/// An output that an engine has left out of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// The id of its node.
    pub node: String,
    /// The node's title, or else its class.
    pub title: String,
    /// Why, in the engine's words.
    pub reason: String,
}

/// A page of runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RunList {
    /// The group that was asked for.
    pub group_id: Option<String>,
    /// The number of runs on all pages.
    pub count: u64,
    /// The runs of this page. `flowdeck serve` shortens the values of a run that has more than 16 KB of them, and
    /// errors after 2,000 characters; the detail of the run has both in full.
    pub runs: Vec<RunDetail>,
}
