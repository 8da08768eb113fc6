//! What an engine refused, as faults of the fields they come from. Knows no engine.
//! Source: the 400 of ComfyUI's `POST /prompt`.

use serde_json::{Map, Value};

use super::answer::body_item;
use crate::api::ValidationItem;
use crate::schema::{Field, InputSchema};
use crate::workflow::{Link, Workflow};

/// The faults of a refused prompt, in the engine's words: at the field that feeds the faulty input,
/// else at the body.
pub(crate) fn items(
    refused: &Map<String, Value>,
    workflow: &Workflow,
    schema: &InputSchema,
) -> Vec<ValidationItem> {
    let nodes = refused.get("node_errors").and_then(Value::as_object);
    let mut items = Vec::new();
    for (node, faults) in nodes.into_iter().flatten() {
        let class = faults["class_type"].as_str().unwrap_or("node");
        for fault in faults["errors"].as_array().into_iter().flatten() {
            let input = fault
                .pointer("/extra_info/input_name")
                .and_then(Value::as_str);
            let msg = format!("{} ({class}, node {node})", words(fault));
            items.push(item(field(workflow, schema, node, input), msg, kind(fault)));
        }
    }
    if items.is_empty() {
        let error = refused.get("error").unwrap_or(&Value::Null);
        items.push(item(
            None,
            format!("the engine refused the workflow: {}", words(error)),
            kind(error),
        ));
    }
    items
}

/// The field that is a node, or that feeds one of its inputs.
pub(crate) fn field<'a>(
    workflow: &Workflow,
    schema: &'a InputSchema,
    node: &str,
    input: Option<&str>,
) -> Option<&'a Field> {
    let of = |id: &str| schema.fields.iter().find(|field| field.node == id);
    let app = input.and_then(|input| workflow.app_input(node, input));
    if let Some(app) = app {
        return of(&app.key());
    }
    of(node).or_else(|| of(Link::of(workflow.node(node)?.inputs.get(input?)?)?.node))
}

/// A fault at a field, or at the body.
pub(crate) fn item(field: Option<&Field>, msg: String, kind: &str) -> ValidationItem {
    match field {
        Some(field) => ValidationItem::new("body", &field.name, msg, kind),
        None => body_item(msg, kind),
    }
}

fn words(fault: &Value) -> String {
    let text = |name: &str| fault[name].as_str().filter(|text| !text.is_empty());
    match (text("message"), text("details")) {
        (Some(message), Some(details)) => format!("{message}: {details}"),
        (Some(text), None) | (None, Some(text)) => text.to_owned(),
        (None, None) => fault.as_str().unwrap_or("it did not say why").to_owned(),
    }
}

fn kind(fault: &Value) -> &str {
    fault["type"].as_str().unwrap_or("engine_error")
}

#[cfg(test)]
mod tests;
