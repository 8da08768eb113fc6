//! The assertions that fuzz targets share. Knows only the pure core.

mod classes;
mod form;

use std::collections::{HashMap, HashSet};

use schema::{self, FieldValue, InputSchema};
use workflow::classes::NodeClasses;
use workflow::lower::lower;
use workflow::{Problem, Workflow};

pub use classes::{exposure, object_info};
pub use form::{Form, FormValue};

/// Reads a workflow from bytes and checks it, its schema, its lowered form and its written form.
pub fn workflow(bytes: &[u8]) {
    let (workflow, mut problems) = Workflow::read(bytes);
    let mut ids = HashSet::new();
    assert!(workflow.nodes.iter().all(|node| ids.insert(&node.id)));
    let (schema, more) = schema::read(&workflow);
    problems.extend(more);
    problems_are_readable(&problems, bytes.len());
    schema_round_trips(None, &schema);
    let fills = schema::fill(&schema, &HashMap::new(), &HashMap::new());
    let lowered = lower(&workflow, &fills, &NodeClasses::default());
    assert!(lowered.nodes.len() <= workflow.nodes.len());
    let _ = lowered.to_value().to_string();
    round_trips(&workflow);
}

/// A written workflow reads back as the same.
fn round_trips(workflow: &Workflow) {
    // No node id of ComfyUI is a key of the editor's format.
    let parts = ["nodes", "links", "id", "definitions", "extra"];
    let named = |node: &workflow::Node| parts.contains(&node.id.as_str());
    if !workflow.nodes.iter().any(named) {
        let written = workflow.to_value();
        let (again, _) = Workflow::parse(&written.to_string());
        assert_eq!(again.to_value(), written);
        // A `Value` may return a long number with the same value in other digits.
        let (again, _) = Workflow::from_value(&written);
        assert_eq!(again.nodes.len(), workflow.nodes.len());
    }
}

/// The problems are not much longer than the file.
pub fn problems_are_readable(problems: &[Problem], size: usize) {
    let length: usize = problems
        .iter()
        .map(|problem| problem.to_string().len())
        .sum();
    assert!(
        length <= 256 * size + (1 << 20),
        "{length} bytes of problems"
    );
}

/// A schema has unique names and reads back from its own document.
pub fn schema_round_trips(id: Option<&str>, schema: &InputSchema) {
    let mut names = HashSet::new();
    let names_differ = schema.fields.iter().all(|field| names.insert(&field.name));
    assert!(names_differ, "{schema:?}");
    let text = schema::document::write(schema, id).to_string();
    let (mut read, _) = schema::from_json(&text);
    assert_eq!(read.len(), 1, "{text}");
    let (again, read) = read.remove(0);
    assert_eq!(again.as_deref(), id.filter(|id| !id.is_empty()));
    assert_eq!(&read, schema, "{text}");
}

/// Valid numbers and booleans go into the workflow as JSON.
pub fn fills_are_json(schema: &InputSchema, values: &[(String, FieldValue)]) {
    let mut texts = HashMap::new();
    for (name, value) in values {
        if let FieldValue::Text(text) = value {
            texts.insert(name.clone(), text.clone());
        }
    }
    let fills = schema::fill(schema, &texts, &HashMap::new());
    for fill in fills.values() {
        if let workflow::lower::Fill::Literal(value) = fill {
            let text = value.to_string();
            assert_eq!(
                serde_json::from_str::<serde_json::Value>(&text)
                    .ok()
                    .as_ref(),
                Some(value)
            );
        }
    }
}
