//! The operation of the pages for agents.

use serde_json::{Value, json};

use super::{operation, parameter};

/// The page of a workflow.
pub(super) fn path() -> Value {
    let mut page = operation("workflowPage", "Read a workflow's page in Markdown");
    let mut name = parameter("path", "page");
    name["description"] = "The workflow's ID and `.md`.".into();
    page["parameters"] = json!([name]);
    page["responses"]["200"] = json!({
        "description": "The fields of the workflow with their bounds, and an example call.",
        "content": { "text/markdown": { "schema": { "type": "string" } } },
    });
    json!({ "get": page })
}
