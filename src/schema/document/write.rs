//! Writes a schema as a document.

use serde_json::{Value, json};

use crate::input_schema::InputSchema;

/// The version of the format.
pub(super) const VERSION: u64 = 1;

/// The document of a schema, with its workflow's id if it has one.
pub fn write(schema: &InputSchema, workflow_id: Option<&str>) -> Value {
    let mut document = json!({ "flowdeck": VERSION });
    if let Some(id) = workflow_id {
        document["workflow_id"] = json!(id);
    }
    document["fields"] = json!(schema.fields);
    document["outputs"] = json!(schema.outputs);
    document
}
