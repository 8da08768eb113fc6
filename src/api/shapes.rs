//! The shape of each operation's answer. The normalised names are those of the npm package; the
//! names used on the wire stay here.

use super::normalise::{flag, json_text, priority, progress, status};
use super::shape::{Member, Shape};

const RUN_ENTRY: Shape = Shape::Object(&[
    Member("runId", &["run_id"], Shape::RequiredText),
    Member("workflowId", &["workflow_id"], Shape::TextOrCallId),
]);

/// The runs a submission started: a list, or from older deployments one object without the
/// workflow's id.
pub(super) const RUN: Shape = Shape::NonEmptyList(&RUN_ENTRY);

/// A token for one run.
pub(super) const RUN_TOKEN: Shape = Shape::Object(&[
    Member("runId", &["run_id"], Shape::RequiredText),
    Member("token", &["token"], Shape::RequiredText),
    Member("expiresAt", &["expires_at"], Shape::RequiredText),
]);

/// The queue of every engine instance and, in `meta`, the runs that wait in the service and the instances that
/// execute nothing new. The shape of the whole answer.
pub(super) const QUEUE: Shape = Shape::Object(&[
    Member("instances", &["data"], Shape::RequiredList(&QUEUE_ENTRY)),
    Member("hung", &["meta/hung"], TEXTS),
    Member("stopped", &["meta/stopped"], TEXTS),
    Member("draining", &["meta/draining"], TEXTS),
    Member("count", &["meta/waiting/count"], Shape::Count),
    Member("ids", &["meta/waiting/ids"], TEXTS),
    Member("own", &["meta/waiting/own"], Shape::List(&WAITING_RUN)),
]);

const QUEUE_ENTRY: Shape = Shape::Object(&[
    Member("address", &["comfy_uri", "container"], Shape::Text),
    Member("running", &["queue/queue_running"], Shape::Tasks),
    Member("pending", &["queue/queue_pending"], Shape::Tasks),
]);

pub(super) const WAITING_RUN: Shape = Shape::Object(&[
    Member("runId", &["id"], Shape::RequiredText),
    Member("position", &["position"], Shape::Count),
    Member("startsIn", &["starts_in"], Shape::Seconds),
    Member("takes", &["takes"], Shape::Seconds),
]);

const TEXTS: Shape = Shape::List(&Shape::RequiredText);

/// The state of every engine instance.
pub(super) const HEALTH: Shape = Shape::RequiredList(&Shape::Object(&[
    Member("address", &["url", "container", "comfy_uri"], Shape::Text),
    Member("status", &["status"], Shape::Text),
    Member("problem", &["problem"], Shape::OptionalText),
]));

const PROBLEM: Shape = Shape::Object(&[
    Member("node", &["node"], Shape::OptionalText),
    Member("class", &["class"], Shape::OptionalText),
    Member("title", &["title"], Shape::OptionalText),
    Member("input", &["input"], Shape::OptionalText),
    Member("field", &["field"], Shape::OptionalText),
    Member("message", &["message"], Shape::RequiredText),
    Member("code", &["code"], Shape::OptionalText),
    Member("args", &["args"], Shape::List(&Shape::Text)),
]);

/// The deployed workflows.
pub(super) const WORKFLOWS: Shape = Shape::RequiredList(&Shape::Object(&[
    Member("id", &["id"], Shape::RequiredText),
    Member("name", &["name"], Shape::Text),
    Member("description", &["description"], Shape::OptionalText),
    Member("inputs", &["inputs"], Shape::By(json_text)),
    Member("outputs", &["outputs"], Shape::By(json_text)),
    Member("schema", &["schema"], Shape::By(json_text)),
    Member("problems", &["problems"], Shape::List(&PROBLEM)),
    Member("warnings", &["warnings"], Shape::List(&PROBLEM)),
]));

/// One run's detail.
pub(super) const RUN_DETAIL: Shape = Shape::Object(&[
    Member("runId", &["_id", "run_id", "id"], Shape::RequiredText),
    Member("workflowId", &["workflow_id"], Shape::Text),
    Member("groupId", &["group_id"], Shape::OptionalText),
    Member("owner", &["owner"], Shape::OptionalText),
    Member("instance", &["comfy_uri"], Shape::OptionalText),
    Member("status", &["status"], Shape::By(status)),
    Member("error", &["error"], Shape::OptionalText),
    Member("attempts", &["attempts"], Shape::Count),
    Member("priority", &["priority"], Shape::By(priority)),
    Member("position", &["position"], Shape::Count),
    Member("startsIn", &["starts_in"], Shape::Seconds),
    Member("takes", &["takes"], Shape::Seconds),
    Member("progress", &["progress"], Shape::By(progress)),
    Member("preview", &["preview"], Shape::OptionalText),
    Member("inputs", &["inputs"], Shape::List(&RUN_INPUT)),
    Member("outputs", &["outputs"], Shape::List(&RUN_OUTPUT)),
    Member("outputNames", &["output_names"], TEXTS),
    Member("leftOut", &["left_out"], Shape::List(&LEFT_OUT)),
    Member("createdAt", &["created_at"], Shape::OptionalText),
    Member("startedAt", &["started_at"], Shape::OptionalText),
    Member("completedAt", &["completed_at"], Shape::OptionalText),
    Member("expiresAt", &["expires_at"], Shape::OptionalText),
]);

const RUN_INPUT: Shape = Shape::Object(&[
    Member("name", &["path"], Shape::Text),
    Member("value", &["value"], Shape::OptionalText),
    Member("shortened", &["shortened"], Shape::By(flag)),
]);

pub(super) const RUN_OUTPUT: Shape = Shape::Object(&[
    Member("filename", &["filename"], Shape::Text),
    Member("url", &["url"], Shape::OptionalText),
    Member("thumbnail", &["thumbnail"], Shape::OptionalText),
]);

const LEFT_OUT: Shape = Shape::Object(&[
    Member("node", &["node"], Shape::RequiredText),
    Member("title", &["title"], Shape::Text),
    Member("reason", &["reason"], Shape::Text),
]);

/// A page of a group's runs.
pub(super) const RUN_LIST: Shape = Shape::Object(&[
    Member("groupId", &["group_id"], Shape::OptionalText),
    Member("count", &["count"], Shape::Number),
    Member("runs", &["runs"], Shape::List(&RUN_DETAIL)),
]);

/// The key in use.
pub(super) const OWN_KEY: Shape = Shape::Object(&[
    Member("name", &["name"], Shape::OptionalText),
    Member("may", &["may"], TEXTS),
    Member("workflows", &["workflows"], TEXTS),
    Member("limit", &["limit"], Shape::OptionalText),
    Member("concurrent", &["concurrent"], Shape::Count),
    Member("perDay", &["per_day"], Shape::Count),
    Member("expiresAt", &["expires_at"], Shape::OptionalText),
    Member("runsToday", &["usage/runs_today"], Shape::Count),
    Member("runs", &["usage/runs"], Shape::Count),
    Member("engineSeconds", &["usage/engine_seconds"], Shape::Seconds),
]);

/// The engine instances of the service.
pub(super) const ENGINES: Shape = Shape::RequiredList(&ENGINE_ENTRY);

const ENGINE_ENTRY: Shape = Shape::Object(&[
    Member("url", &["comfy_uri"], Shape::RequiredText),
    Member("source", &["source"], Shape::Text),
]);

/// ComfyUI on the machine of the service.
pub(super) const FOUND_ENGINES: Shape = Shape::RequiredList(&FOUND_ENGINE);

const FOUND_ENGINE: Shape = Shape::Object(&[
    Member("url", &["comfy_uri"], Shape::RequiredText),
    Member("state", &["state"], Shape::Text),
    Member("version", &["version"], Shape::OptionalText),
    Member("workflows", &["workflows"], Shape::OptionalText),
]);

/// Deliveries of webhooks.
pub(super) const DELIVERIES: Shape = Shape::Object(&[
    Member("count", &["count"], Shape::Count),
    Member("deliveries", &["deliveries"], Shape::List(&DELIVERY)),
]);

const DELIVERY: Shape = Shape::Object(&[
    Member("id", &["id"], Shape::RequiredText),
    Member("event", &["event"], Shape::Text),
    Member("runId", &["run_id"], Shape::Text),
    Member("origin", &["origin"], Shape::Text),
    Member("state", &["state"], Shape::Text),
    Member("reason", &["reason"], Shape::OptionalText),
    Member("nextAttemptAt", &["next_attempt_at"], Shape::OptionalText),
    Member("endedAt", &["ended_at"], Shape::OptionalText),
]);

/// What became of the runs of the last hours.
pub(super) const MONITORING: Shape = Shape::Object(&[
    Member("from", &["from"], Shape::RequiredText),
    Member("to", &["to"], Shape::RequiredText),
    Member("isComplete", &["is_complete"], Shape::By(flag)),
    Member("states", &["states"], STATES),
    Member("waitingSince", &["waiting_since"], Shape::OptionalText),
    Member("steps", &["steps"], Shape::List(&STATES)),
    Member(
        "workflows",
        &["workflows"],
        Shape::List(&WORKFLOW_MONITORING),
    ),
    Member("failures", &["failures"], Shape::List(&FAILURE_REASON)),
]);

const STATES: Shape = Shape::Object(&[
    Member("pending", &["pending"], Shape::Number),
    Member("running", &["running"], Shape::Number),
    Member("completed", &["completed"], Shape::Number),
    Member("failed", &["failed"], Shape::Number),
    Member("cancelled", &["cancelled"], Shape::Number),
]);

const WORKFLOW_MONITORING: Shape = Shape::Object(&[
    Member("workflowId", &["workflow_id"], Shape::RequiredText),
    Member("states", &["states"], STATES),
    Member("waited", &["waited"], DURATIONS),
    Member("executed", &["executed"], DURATIONS),
    Member("steps", &["steps"], Shape::List(&WORKFLOW_STEP)),
    Member("slowestNodes", &["slowest_nodes"], Shape::List(&SLOW_NODE)),
]);

const DURATIONS: Shape = Shape::Object(&[
    Member("median", &["median"], Shape::Seconds),
    Member("p95", &["p95"], Shape::Seconds),
]);

const WORKFLOW_STEP: Shape = Shape::Object(&[
    Member("runs", &["runs"], Shape::Number),
    Member("waited", &["waited"], Shape::Seconds),
    Member("executed", &["executed"], Shape::Seconds),
]);

const SLOW_NODE: Shape = Shape::Object(&[
    Member("node", &["node"], Shape::RequiredText),
    Member("title", &["title"], Shape::OptionalText),
    Member("seconds", &["seconds"], Shape::Seconds),
]);

const FAILURE_REASON: Shape = Shape::Object(&[
    Member("workflowId", &["workflow_id"], Shape::RequiredText),
    Member("reason", &["reason"], Shape::Text),
    Member("count", &["count"], Shape::Number),
    Member("runId", &["run_id"], Shape::Text),
    Member("at", &["at"], Shape::OptionalText),
]);

/// What became of the runs of a group that were to be deleted.
pub(super) const REMOVED_RUNS: Shape = Shape::Object(&[
    Member("removed", &["removed"], Shape::Number),
    Member("notEnded", &["not_ended"], TEXTS),
]);

/// The link to an output.
pub(super) const OUTPUT: Shape = Shape::Object(&[
    Member("downloadUrl", &["download_url"], Shape::RequiredText),
    Member("status", &["generation_status"], Shape::Text),
]);

const SHARE_ENTRY: &[Member] = &[
    Member("id", &["id"], Shape::RequiredText),
    Member("runId", &["run_id"], Shape::RequiredText),
    Member("workflowId", &["workflow_id"], Shape::Text),
    Member("workflow", &["workflow"], Shape::Text),
    Member("url", &["url"], Shape::RequiredText),
    Member("createdAt", &["created_at"], Shape::Text),
    Member("expiresAt", &["expires_at"], Shape::Text),
];

/// A link to a result.
pub(super) const SHARE: Shape = Shape::Object(SHARE_ENTRY);

/// The links to results.
pub(super) const SHARES: Shape = Shape::RequiredList(&SHARE);
