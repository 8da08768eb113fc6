//! What deleting runs does, and what it answers.

use serde_json::{Value, json};

const DELETES: &str = "Deletes its outputs, what was made of them, and its links; at its engine, the entry in the \
                       history. ComfyUI cannot delete files through its API, so the files that it saved itself stay \
                       on its disk.";

/// Describes the operations that delete runs.
pub(super) fn describe(document: &mut Value) {
    let one = &mut document["paths"][api::DELETE_RUN.path_template()]["delete"];
    one["description"] = DELETES.into();
    one["responses"]["409"] = json!({ "description": "The run has not ended; cancel it first." });
    let group = &mut document["paths"][api::DELETE_RUNS.path_template()]["delete"];
    group["description"] =
        format!("Deletes the caller's runs of a group that have ended. Of each run: {DELETES}")
            .into();
    let data = json!({
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
    });
    let schema = json!({ "type": "object", "properties": { "data": data } });
    group["responses"]["200"]["content"] = json!({ "application/json": { "schema": schema } });
}
