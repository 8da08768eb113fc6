//! Runs in `/openapi.json`: how they are listed and started.

use serde_json::{Value, json};

use super::derived::schema;
use super::{count, described, optional, plain, reference, text};
use crate::http::routes::run_query;
use api::{Envelope, RunEntry, RunList};

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

/// A page of runs.
pub(in crate::http::routes) fn run_list() -> Value {
    let mut list = schema::<RunList>();
    list["properties"]["runs"]["items"] = reference("Run");
    list
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

/// A stream of events.
pub(in crate::http::routes) fn events() -> Value {
    let about = "Server-sent events. state, attempt and outputs have an id, after which the stream can be resumed; \
                 moment tells how far a run is and has none.";
    plain(about, "text/event-stream", &text())
}
