//! Workflows within other JSON: the body of `POST /prompt` and of hosted services, and what the editor's
//! `graphToPrompt` returns. Does not know what is in a workflow.

use serde_json::Value;

use super::document::{Document, Entry};
use json::tolerant;

/// The keys under which a workflow is wrapped, the first that is there counts: `prompt` and `output` have the API
/// format, which names every value, also where the editor's format is beside it.
const KEYS: [&str; 4] = ["prompt", "output", "workflow", "input"];
/// How many wrappers a workflow may have.
const MAX_DEPTH: usize = 4;

/// Whether a document may be a wrapper: it has such a key and is not a workflow itself.
pub(super) fn may_wrap(document: &Document) -> bool {
    let is_node = |entry: &Entry<_>| matches!(entry, Entry::Object(node) if has_class(node));
    let mut keys = document.api.iter().map(|(key, _)| key.as_str());
    !document.is_editor_format()
        && keys.any(|key| KEYS.contains(&key))
        && !document.api.iter().any(|(_, entry)| is_node(entry))
}

fn has_class(node: &super::document::ApiNode) -> bool {
    node.class.is_some()
}

/// The JSON text of the workflow in a wrapper; `None` if there is none.
pub(super) fn unwrapped(text: &str) -> Option<String> {
    let wrapper: Value = tolerant::from_slice(text.as_bytes()).ok()?;
    inner(wrapper, MAX_DEPTH).map(|workflow| workflow.to_string())
}

fn inner(wrapper: Value, depth: usize) -> Option<Value> {
    let Value::Object(mut members) = wrapper else {
        return None;
    };
    let depth = depth.checked_sub(1)?;
    KEYS.iter().find_map(|key| {
        let value = match members.remove(*key)? {
            Value::String(text) => tolerant::from_slice(text.as_bytes()).ok()?,
            value => value,
        };
        match is_workflow(&value) {
            true => Some(value),
            false => inner(value, depth),
        }
    })
}

fn is_workflow(value: &Value) -> bool {
    let is_node = |node: &Value| node["class_type"].is_string();
    value["nodes"].is_array()
        || value
            .as_object()
            .is_some_and(|nodes| nodes.values().any(is_node))
}
