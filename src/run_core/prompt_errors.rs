//! Maps the errors of a rejected prompt to the fields that caused them. No I/O.
//! Source: the 400 of ComfyUI's `POST /prompt`.

use serde_json::{Map, Value};

use crate::engine_text::{MAX_TEXT, clip};
use api::ValidationItem;
use schema::{Field, InputSchema};
use workflow::{Link, Workflow};

/// The most errors of a node in one text.
const MAX_LISTED: usize = 10;

/// The errors of a rejected prompt, in the engine's words. Each is assigned to the field that feeds
/// the invalid input, or else to the body.
pub fn validation_items(
    rejection: &Map<String, Value>,
    workflow: &Workflow,
    schema: &InputSchema,
) -> Vec<ValidationItem> {
    let nodes = rejection.get("node_errors").and_then(Value::as_object);
    let mut items = Vec::new();
    let mut left = MAX_TEXT;
    for (node, node_errors) in nodes.into_iter().flatten() {
        for (error, msg) in texts_of(node, node_errors) {
            let input = error
                .pointer("/extra_info/input_name")
                .and_then(Value::as_str);
            let field = field(workflow, schema, node, input);
            left = left.saturating_sub(msg.len());
            if left == 0 && !items.is_empty() {
                return items;
            }
            items.push(validation_item(field, msg, kind(error)));
        }
    }
    if items.is_empty() {
        let error = rejection.get("error").unwrap_or(&Value::Null);
        let msg = format!("the engine rejected the workflow: {}", text(error));
        items.push(validation_item(None, msg, kind(error)));
    }
    items
}

/// The errors of one node, in the engine's words.
pub fn node_texts(node: &str, node_errors: &Value) -> Vec<String> {
    let texts = texts_of(node, node_errors).map(|(_, text)| text);
    texts.take(MAX_LISTED).collect()
}

fn texts_of<'a>(
    node: &'a str,
    node_errors: &'a Value,
) -> impl Iterator<Item = (&'a Value, String)> {
    let class = node_errors["class_type"].as_str().unwrap_or("node");
    let errors = node_errors["errors"].as_array().into_iter().flatten();
    errors.map(move |error| (error, format!("{} ({class}, node {node})", text(error))))
}

/// The same errors in one text, for a run that was accepted before.
pub fn explanation(items: &[ValidationItem]) -> String {
    let texts = items.iter().map(|item| match item.field() {
        Some(field) => format!("“{field}”: {}", item.msg),
        None => item.msg.clone(),
    });
    let texts: Vec<String> = texts.collect();
    texts.join("; ")
}

/// The field of a node, or the field that feeds its input.
pub fn field<'a>(
    workflow: &Workflow,
    schema: &'a InputSchema,
    node: &str,
    input: Option<&str>,
) -> Option<&'a Field> {
    let of_node = |id: &str| schema.fields.iter().find(|field| field.node == id);
    let app = input.and_then(|input| workflow.app_input(node, input));
    if let Some(app) = app {
        return of_node(&app.key());
    }
    of_node(node).or_else(|| {
        let value = workflow.node(node)?.inputs.get(input?)?;
        of_node(Link::of(value)?.node)
    })
}

/// An error of a field, or of the body.
pub fn validation_item(field: Option<&Field>, msg: String, kind: &str) -> ValidationItem {
    match field {
        Some(field) => ValidationItem::new("body", &field.name, msg, kind),
        None => ValidationItem::of_body(msg, kind),
    }
}

fn text(error: &Value) -> String {
    let text = |name: &str| error[name].as_str().filter(|text| !text.is_empty());
    match (text("message").map(clip), text("details").map(clip)) {
        (Some(message), Some(details)) => format!("{message}: {details}"),
        (Some(text), None) | (None, Some(text)) => text.to_owned(),
        (None, None) => {
            let plain = error.as_str();
            plain.map_or("it did not give a reason", clip).to_owned()
        }
    }
}

fn kind(error: &Value) -> &str {
    error["type"].as_str().unwrap_or("engine_error")
}

#[cfg(test)]
mod tests;
