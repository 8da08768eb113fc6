mod additional;
pub(super) mod arbitrary;
mod checking;
mod content;
mod engine_faults;
mod exposed;
mod files;
mod filling;
mod large;
mod numbers;
mod random;
mod reading;
mod several;
mod suggested;

use std::collections::HashMap;

use serde_json::{Value, json};

use super::*;
use workflow::Workflow;
use workflow::lower::Fill;

/// The schema of a workflow with these nodes (class and inputs), numbered from 1.
fn schema_of(nodes: &[(&str, Value)]) -> (InputSchema, Vec<String>) {
    let nodes = nodes.iter().enumerate().map(|(index, (class, inputs))| {
        (
            (index + 1).to_string(),
            json!({"class_type": class, "inputs": inputs}),
        )
    });
    let (workflow, problems) = Workflow::from_value(&Value::Object(nodes.collect()));
    assert!(problems.is_empty(), "{problems:?}");
    let (schema, problems) = read(&workflow);
    (schema, problems.iter().map(Problem::to_string).collect())
}

/// The only field of a workflow with this input node and without problems.
fn field(class: &str, inputs: Value) -> Field {
    let (mut schema, problems) = schema_of(&[(class, inputs), ("SaveImage", json!({}))]);
    assert!(problems.is_empty(), "{problems:?}");
    schema.fields.remove(0)
}

fn text(value: &str) -> FieldValue {
    FieldValue::Text(value.into())
}

fn file(name: &str, content_type: &str, size: u64) -> FieldValue {
    FieldValue::File(FileInfo {
        name: name.into(),
        content_type: content_type.into(),
        size,
        sniffed: None,
    })
}

/// The type of error that a field reports for a value, or `ok`.
fn checked(field: &Field, value: FieldValue) -> String {
    let schema = InputSchema {
        fields: vec![field.clone()],
        outputs: Vec::new(),
    };
    let errors = check(&schema, &[(field.name.clone(), value)]);
    errors
        .first()
        .map_or("ok".into(), |error| error.kind.clone())
}
