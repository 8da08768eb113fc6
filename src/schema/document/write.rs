//! Writes a schema as a document.

use serde_json::{Value, json};

use crate::input_schema::InputSchema;

/// The version of the format.
pub(super) const VERSION: u64 = 1;

/// The document of a schema, with its workflow's id if it has one.
pub fn write(schema: &InputSchema, workflow_id: Option<&str>) -> Value {
    let members = [
        ("flowdeck", Some(json!(VERSION))),
        ("workflow_id", workflow_id.map(Value::from)),
        ("fields", Some(json!(schema.fields))),
        ("outputs", Some(json!(schema.outputs))),
    ];
    let members = members.into_iter();
    members
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}
