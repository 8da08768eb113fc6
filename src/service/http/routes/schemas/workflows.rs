//! Workflows in `/openapi.json`: in lists, and how they are deployed.

use serde_json::{Value, json};

use super::derived::schema;
use api::WorkflowEntry;

/// A workflow in a list.
pub(in crate::http::routes) fn workflow() -> Value {
    let mut workflow = schema::<WorkflowEntry>();
    // Clients that were generated before rely on no others.
    workflow["required"] = json!(["id", "name"]);
    workflow
}

/// The files of a workflow to deploy.
pub(in crate::http::routes) fn deployment() -> Value {
    let file = json!({ "type": "string", "format": "binary" });
    json!({
        "type": "object",
        "required": ["workflow"],
        "properties": {
            "workflow": file,
            "exposure": file,
            "examples": file,
            "file": {
                "type": "array",
                "items": file,
                "description": "The files that the exposure and the examples name, each under its path in them.",
            },
        },
    })
}
