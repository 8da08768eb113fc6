//! Runs in `/openapi.json`. The service's own tests compare them with what the service answers.

use serde_json::{Value, json};

use super::{count, described, optional, or_null, plain, priority, reference, seconds, text, time};
use crate::http::routes::run_query;
use api::{Envelope, RunEntry, RunStatus};

/// The id of a run in examples.
const EXAMPLE_RUN: &str = "3f2b8c1e-5a94-4a0e-9d0b-6c1f7e2d8a35";

/// The answer to an accepted submission.
pub(in crate::http::routes) fn accepted_answer(workflow_id: &str) -> Value {
    let entry = RunEntry {
        run_id: EXAMPLE_RUN.to_owned(),
        workflow_id: workflow_id.to_owned(),
        version: Some(1),
    };
    let example = json!(Envelope::success([entry]));
    json!({ "200": {
        "description": "The run is accepted.",
        "content": { "application/json": { "schema": reference("RunsAnswer"), "example": example } },
    } })
}

/// `meta` of the answer to an accepted submission.
pub(in crate::http::routes) fn accepted_meta() -> Value {
    let field = json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": "string", "description": "The name that was sent." },
            "similar": { "type": "string", "description": "The field that was probably meant." },
        },
    });
    let unknown = json!({
        "type": "array",
        "description": "The values for fields that the workflow does not have, if there are some.",
        "maxItems": 100,
        "items": field,
    });
    json!({ "type": ["object", "null"], "properties": { "unknown_fields": unknown } })
}

/// The link to an output.
pub(in crate::http::routes) fn output_link() -> Value {
    json!({
        "type": "object",
        "properties": {
            "download_url": { "type": "string" },
            "generation_status": { "type": "string" },
        },
    })
}

/// A page of runs.
pub(in crate::http::routes) fn run_list() -> Value {
    json!({
        "type": "object",
        "required": ["count", "runs"],
        "properties": {
            "group_id": { "type": ["string", "null"] },
            "count": { "type": "integer", "minimum": 0, "description": "The number of runs on all pages." },
            "runs": { "type": "array", "items": reference("Run") },
        },
    })
}

/// What selects a page of runs.
pub(in crate::http::routes) fn page_parameters() -> Vec<Value> {
    let states = json!({ "enum": run_query::STATES });
    let unpaged = run_query::UNPAGED.0;
    let about_size = format!("Without page and page_size, the answer has up to {unpaged} runs.");
    let about_owner = "The name of the key that submitted the runs, or `first key`. Another key than the own one needs \
                       the right `admin`.";
    let about_instance = "The address of the engine instance that has the runs or had them last.";
    let times = ["created_at", "started_at", "completed_at"];
    vec![
        optional("group_id", text()),
        described(optional("owner", text()), about_owner),
        described(optional("comfy_uri", text()), about_instance),
        optional("workflow_id", text()),
        optional("status", states),
        optional("page", count(run_query::PAGE)),
        described(
            optional("page_size", count(run_query::PAGE_SIZE)),
            &about_size,
        ),
        optional("sort_by", json!({ "enum": times, "default": times[0] })),
        optional(
            "sort_order",
            json!({ "enum": ["asc", "desc"], "default": "desc" }),
        ),
    ]
}

/// A run. The service's own tests compare it with what the service answers.
pub(in crate::http::routes) fn run() -> Value {
    let text = text();
    let time_or_null = or_null(time());
    let statuses = run_query::STATES;
    let input = json!({
        "type": "object",
        "required": ["path"],
        "properties": {
            "path": { "type": "string", "description": "The field's name." },
            "value": { "type": ["string", "null"] },
            "shortened": { "type": "boolean", "description": "Whether the value is only the start of a long one." },
        },
    });
    let output = json!({
        "type": "object",
        "required": ["filename"],
        "properties": {
            "filename": text,
            "url": { "type": ["string", "null"], "description": "A link that works for a while without a key; relative to the base URL or absolute." },
            "thumbnail": { "type": "string", "description": "For an image: the same link, to which a width can be added: `&width=320`." },
        },
    });
    json!({
        "type": "object",
        "required": ["_id", "workflow_id", "status", "inputs", "outputs"],
        "properties": {
            "_id": text,
            "workflow_id": text,
            "version": { "type": "integer", "minimum": 1 },
            "group_id": { "type": ["string", "null"] },
            "status": { "type": "string", "enum": statuses.map(RunStatus::name) },
            "error": { "type": "string", "description": "Why it failed." },
            "inputs": { "type": "array", "items": input },
            "outputs": { "type": "array", "items": output },
            "owner": { "type": "string", "description": "The name of the key that submitted the run, or `first key`." },
            "comfy_uri": { "type": "string", "description": "The address of the engine instance that has the run or had it last. Absent while the run waits for one." },
            "created_at": time_or_null,
            "started_at": time_or_null,
            "completed_at": time_or_null,
            "attempts": { "type": "integer", "minimum": 0, "description": "How often an engine instance has been given the run." },
            "priority": priority(),
            "position": { "type": "integer", "minimum": 1, "description": "While the run waits in the service: its place among all waiting runs." },
            "starts_in": seconds("While the run waits in the service: the expected time until it starts. Absent if no instance that could execute it takes runs, or a run ahead of it is of a workflow that has never completed."),
            "takes": seconds("Until the run has ended: the expected time of its execution."),
            "expires_at": { "type": ["string", "null"], "format": "date-time", "description": "When the run is removed because of its age; null if it is not limited, or the run has not ended. Limits on the number and the size of runs may remove it earlier. It stays as long as a link shows its result." },
            "output_names": { "type": "array", "items": { "type": "string" }, "description": "The filenames of the outputs." },
            "left_out": left_out(),
            "progress": progress(),
            "preview": { "type": "string", "description": "While the run is running and its engine sends previews: the link to the last one, which works without the key. It changes with each image." },
        },
    })
}

fn left_out() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let output = json!({
        "type": "object",
        "required": ["node", "title", "reason"],
        "properties": {
            "node": text("The id of the output's node."),
            "title": text("The node's title, or else its class."),
            "reason": text("Why, in the engine's words."),
        },
    });
    json!({
        "type": "array",
        "description": "The outputs that the engine leaves out because it found an error in them or in what they need. \
                        Present only if there are some. It executes all others. An output that the workflow's saved \
                        exposure names, or without one an output that saves files, is never left out: the run fails.",
        "items": output,
    })
}

fn progress() -> Value {
    json!({
        "type": "object",
        "description": "The progress of the run; present while it is running and its engine reports it.",
        "required": ["value", "max"],
        "properties": {
            "value": { "type": "integer", "minimum": 0, "description": "The number of completed steps of the current node." },
            "max": { "type": "integer", "minimum": 1, "description": "The number of steps of the current node; 1 if it does not count them." },
            "node": { "type": "string", "description": "The current node's id." },
            "title": { "type": "string", "description": "The current node's title, or else its class." },
            "nodes_done": { "type": "integer", "minimum": 0, "description": "The number of nodes that are done, including those with a cached result." },
            "nodes_total": { "type": "integer", "minimum": 1, "description": "The number of nodes of the run." },
            "percent": { "type": "integer", "minimum": 0, "maximum": 100, "description": "How much of the run is done. It never decreases." },
        },
    })
}

/// What became of the runs of a group that were to be deleted.
pub(in crate::http::routes) fn removed() -> Value {
    json!({
        "type": "object",
        "required": ["removed", "not_ended"],
        "properties": {
            "removed": { "type": "integer", "minimum": 0, "description": "How many were deleted." },
            "not_ended": {
                "type": "array",
                "items": { "type": "string" },
                "maxItems": 1000,
                "description": "The ids of the runs that stay because they have not ended; cancel them first.",
            },
        },
    })
}

/// A token for one run.
pub(in crate::http::routes) fn token() -> Value {
    json!({
        "type": "object",
        "required": ["run_id", "token", "expires_at"],
        "properties": { "run_id": text(), "token": text(), "expires_at": time() },
    })
}

/// A stream of events.
pub(in crate::http::routes) fn events() -> Value {
    let about = "Server-sent events. state, attempt and outputs have an id, after which the stream can be resumed; \
                 moment tells how far a run is and has none.";
    plain(about, "text/event-stream", &text())
}
