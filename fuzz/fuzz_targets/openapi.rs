//! An OpenAPI document, or the schema of a body in one; and the document written from it.
#![no_main]

use schema::{InputSchema, openapi};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    is_read(&value, bytes.len());
    if value.get("paths").is_none() {
        is_read(&around(&value), bytes.len());
    }
});

/// A document with this schema as its body, which may refer to itself as `#/components/schemas/Form`.
fn around(schema: &Value) -> Value {
    let body = json!({"content": {"multipart/form-data": {"schema": schema}}});
    json!({
        "openapi": "3.1.0",
        "paths": {"/api/v1/runs": {"post": {"requestBody": body}}},
        "components": {"schemas": {"Form": schema}},
    })
}

fn is_read(document: &Value, size: usize) {
    let (schemas, problems) = openapi::read(document);
    flowdeck_fuzz::problems_are_readable(&problems, size);
    let mut workflows = Vec::new();
    for (index, (id, schema)) in schemas.into_iter().enumerate() {
        flowdeck_fuzz::schema_round_trips(id.as_deref(), &schema);
        workflows.push((format!("id {index}"), format!("Name {index}"), schema));
    }
    let text = openapi::document(&workflows, "/").to_string();
    let written = serde_json::from_str(&text).expect("a written document is JSON");
    let (again, _) = openapi::read(&written);
    let again: Vec<_> = again.iter().map(|(_, schema)| outline(schema)).collect();
    let fields: Vec<_> = workflows
        .iter()
        .map(|(.., schema)| outline(schema))
        .collect();
    // A document without workflows describes any; a workflow without fields is not an alternative.
    if !fields.is_empty() && !fields.iter().any(Vec::is_empty) {
        assert_eq!(again, fields, "{text}");
    }
}

/// The parts of a schema that do not depend on the notation of numbers (`-0` is `0`).
fn outline(schema: &InputSchema) -> Vec<(&str, &str, bool, bool)> {
    let fields = schema.fields.iter().map(|field| {
        let name = field.name.as_str();
        (name, field.kind.name(), field.required, field.multiple)
    });
    fields.collect()
}
