//! The schemas of members whose type does not show what they have on the wire.

use schemars::{Schema, SchemaGenerator, json_schema};

/// Any value.
pub(super) fn anything(_: &mut SchemaGenerator) -> Schema {
    json_schema!({})
}

pub(super) fn object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

pub(super) fn objects(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "type": "object" } })
}

/// Problems of a workflow, with the members that callers need.
pub(super) fn problems(_: &mut SchemaGenerator) -> Schema {
    let about_field = "The field whose default has the problem. A run with another value can work.";
    json_schema!({ "type": "array", "items": { "type": "object", "properties": {
        "message": { "type": "string" },
        "field": { "type": "string", "description": about_field },
    } } })
}
