//! The operation of the pages for agents.

use serde_json::{Value, json};

use super::{operation, parameter};

/// The index, which also answers without a key.
pub(super) fn index() -> Value {
    let mut index = operation("llmsIndex", "Read the API in Markdown");
    index["responses"]["200"] = json!({
        "description": "The operations of this service, and links to the page of each workflow.",
        "content": { "text/plain": { "schema": { "type": "string" } } },
    });
    json!({ "get": index })
}

/// The page of a workflow.
pub(super) fn page() -> Value {
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
