//! What every fuzz target asserts of what was read. Knows the pure core only.

mod form;

use std::collections::{HashMap, HashSet};

use flowdeck::schema::{self, Input, InputSchema};
use flowdeck::workflow::lower::lower;
use flowdeck::workflow::{Problem, Workflow};
use serde_json::Map;

pub use form::{Form, Given};

/// A workflow is read of these bytes, as sound as it may be; so are its schema, what an engine
/// gets, and what is written of it.
pub fn workflow(bytes: &[u8]) {
    let (workflow, mut problems) = Workflow::read(bytes);
    let mut ids = HashSet::new();
    assert!(workflow.nodes.iter().all(|node| ids.insert(&node.id)));
    let (schema, more) = schema::read(&workflow);
    problems.extend(more);
    are_told(&problems, bytes.len());
    is_kept(None, &schema);
    let fills = schema::fill(&schema, &HashMap::new(), &HashMap::new());
    let lowered = lower(&workflow, &fills, &Map::new());
    assert!(lowered.nodes.len() <= workflow.nodes.len());
    let _ = lowered.to_value().to_string();
    is_read_again(&workflow);
}

/// What is written of a workflow is read as the same.
fn is_read_again(workflow: &Workflow) {
    // No node that ComfyUI ever numbered has the name of a part of the editor's format.
    let parts = ["nodes", "links", "id", "definitions", "extra"];
    let named = |node: &flowdeck::workflow::Node| parts.contains(&node.id.as_str());
    if !workflow.nodes.iter().any(named) {
        let written = workflow.to_value();
        let (again, _) = Workflow::parse(&written.to_string());
        assert_eq!(again.to_value(), written);
        // Of a `Value`, a long number may come with the same worth in other digits.
        let (again, _) = Workflow::from_value(&written);
        assert_eq!(again.nodes.len(), workflow.nodes.len());
    }
}

/// A file of this size has no problems that nobody could read to the end of.
pub fn are_told(problems: &[Problem], size: usize) {
    let told: usize = problems
        .iter()
        .map(|problem| problem.to_string().len())
        .sum();
    assert!(told <= 256 * size + (1 << 20), "{told} bytes of problems");
}

/// A schema has each name once, and is read again of its own document.
pub fn is_kept(id: Option<&str>, schema: &InputSchema) {
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

/// A number or a boolean that the check accepts goes into the workflow.
pub fn is_filled(schema: &InputSchema, values: &[(String, Input)]) {
    let mut texts = HashMap::new();
    for (name, value) in values {
        if let Input::Text(text) = value {
            texts.insert(name.clone(), text.clone());
        }
    }
    let fills = schema::fill(schema, &texts, &HashMap::new());
    for fill in fills.values() {
        if let flowdeck::workflow::lower::Fill::Literal(value) = fill {
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
