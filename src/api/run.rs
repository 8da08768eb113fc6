//! Runs: the answer to a submission (the contract, section 2.3), and the run detail that deployments
//! offer beyond the contract.

use serde::{Deserialize, Serialize};

use super::answer::{Answer, answer, count};
use super::number::number;
use super::priority::Priority;
use super::run_status::RunStatus;
use json::Json;

answer! {
    /// An accepted run.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct RunEntry as RUN_ENTRY {
        /// The run's id.
        pub run_id: String => "runId" required,
        /// The workflow that it runs.
        // Absent in answers of older deployments.
        pub workflow_id: String => "workflowId" call_id,
        /// The version of the workflow, counted from 1; only flowdeck's own service has versions.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub version: Option<u32>,
    }
}

answer! {
    /// A token with which a browser follows, reads and cancels one run, and nothing else.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct RunToken as RUN_TOKEN {
        /// The run.
        pub run_id: String => "runId" required,
        /// What the browser sends in place of a key.
        pub token: String => "token" required,
        /// When it ends, RFC 3339 in UTC.
        pub expires_at: String => "expiresAt" required,
    }
}

answer! {
    /// What became of the runs of a group that were to be deleted.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct RemovedRuns as REMOVED_RUNS {
        /// How many were deleted.
        pub removed: usize => "removed" number,
        /// The IDs of those that stay because they have not ended; cancel them first.
        #[cfg_attr(feature = "schemas", schemars(length(max = MAX_NAMED_RUNS)))]
        pub not_ended: Vec<String> => "notEnded" texts,
    }
}

/// The most runs of a group that are named because they have not ended.
pub const MAX_NAMED_RUNS: u32 = 1000;

answer! {
    /// A run in detail.
    #[derive(Clone, Debug, Default, PartialEq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct RunDetail as RUN_DETAIL {
        /// The run's id.
        #[serde(rename = "_id")]
        pub id: String => "runId" required from ["_id", "run_id", "id"],
        /// The workflow it runs.
        pub workflow_id: String => "workflowId" text,
        /// The version of the workflow, counted from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
        pub version: Option<u32>,
        /// The group it belongs to.
        pub group_id: Option<String> => "groupId" optional,
        /// The name of the key that submitted it, or `first key`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub owner: Option<String> => "owner" optional,
        /// The address of the engine instance that has it or had it last; none while it waits for one.
        #[serde(rename = "comfy_uri", skip_serializing_if = "Option::is_none")]
        pub instance: Option<String> => "instance" optional from ["comfy_uri"],
        /// Its status.
        pub status: RunStatus => "status" status,
        /// Why it failed, as reported by the engine.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String> => "error" optional,
        /// How often an engine instance has been given it; more than once only if one has lost it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub attempts: Option<u32> => "attempts" count,
        /// Its priority among the runs of its key.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub priority: Option<Priority> => "priority" priority,
        /// While it waits in the service: its place among all waiting runs, counted from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
        pub position: Option<u32> => "position" count,
        /// While it waits in the service: the expected seconds until it starts. Unknown if no instance that could execute it
        /// takes runs, or a run ahead of it is of a workflow that has never completed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
        pub starts_in: Option<f64> => "startsIn" seconds,
        /// Until it ends: the expected seconds of its execution.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
        pub takes: Option<f64> => "takes" seconds,
        /// Its progress, while it runs and its engine reports it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub progress: Option<RunProgress> => "progress" progress,
        /// While it runs: the link to the last preview that its engine has sent, which works without the key. It changes
        /// with each image.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub preview: Option<String> => "preview" optional,
        /// Its inputs.
        pub inputs: Vec<RunInput> => "inputs" list(RUN_INPUT),
        /// Its output files.
        pub outputs: Vec<RunOutput> => "outputs" list(RUN_OUTPUT),
        /// The outputs that the engine leaves out because it found an error in them or in what they need. It executes all
        /// others. An output that the workflow's saved exposure names, or without one an output that saves files, is never
        /// left out: the run fails.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub left_out: Vec<LeftOut> => "leftOut" list(LEFT_OUT),
        /// The names of its output files.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub output_names: Vec<String> => "outputNames" texts,
        /// When it was accepted, RFC 3339 in UTC.
        pub created_at: Option<String> => "createdAt" optional,
        /// When an engine started it.
        pub started_at: Option<String> => "startedAt" optional,
        /// When it ended.
        pub completed_at: Option<String> => "completedAt" optional,
        /// When it is removed because of its age; null if it is not limited, or the run has not ended. Limits on the number
        /// and the size of runs may remove it earlier. It stays as long as a link shows its result.
        pub expires_at: Option<String> => "expiresAt" optional,
    }
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

impl Answer for RunProgress {
    fn of(json: &Json<'_>) -> Self {
        Self {
            value: number(json.get("value")) as u32,
            max: number(json.get("max")) as u32,
            node: json.get("node").to_word(),
            title: json.get("title").to_word(),
            nodes_done: count(json.get("nodesDone")),
            nodes_total: count(json.get("nodesTotal")),
            percent: count(json.get("percent")),
        }
    }
}

answer! {
    /// An input of a run.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct RunInput as RUN_INPUT {
        /// The field's name.
        pub path: String => "name" text,
        /// Its form text, or the name of an uploaded file.
        pub value: Option<String> => "value" optional,
        /// Whether the value is only the start of a long one: a listing shortens it, the detail of the run has it in
        /// full.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub shortened: bool => "shortened" flag,
    }
}

answer! {
    /// A file that a run produced.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct RunOutput as RUN_OUTPUT {
        /// Its name for `GET /api/v1/runs/output`.
        pub filename: String => "filename" text,
        /// A link that works for a while without a key; relative to the base URL or absolute.
        pub url: Option<String> => "url" optional,
        /// For an image: the same link, to which a width in pixels can be added: `&width=320`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub thumbnail: Option<String> => "thumbnail" optional,
    }
}

answer! {
    /// An output that an engine has left out of a run.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct LeftOut as LEFT_OUT {
        /// The id of its node.
        pub node: String => "node" required,
        /// The node's title, or else its class.
        pub title: String => "title" text,
        /// Why, in the engine's words.
        pub reason: String => "reason" text,
    }
}

answer! {
    /// A page of runs.
    #[derive(Clone, Debug, Default, PartialEq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct RunList as RUN_LIST {
        /// The group that was asked for.
        pub group_id: Option<String> => "groupId" optional,
        /// The number of runs on all pages.
        pub count: u64 => "count" number,
        /// The runs of this page. `flowdeck serve` shortens the values of a run that has more than 16 KB of them, and
        /// errors after 2,000 characters; the detail of the run has both in full.
        pub runs: Vec<RunDetail> => "runs" list(RUN_DETAIL),
    }
}
