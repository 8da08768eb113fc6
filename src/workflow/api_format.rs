//! ComfyUI's API format, in and out: `{"6": {"class_type": "…", "inputs": {…}, "_meta": {…}}}`.
//! Knows nothing of the editor's format. Source: the `prompt` object of `POST /prompt`.

use serde_json::{Map, Value, json};

use super::app_mode::{self, Noted};
use super::{Node, Problem, Workflow};

/// Reads the nodes of a document in the API format.
pub(super) fn read(object: &Map<String, Value>) -> (Workflow, Vec<Problem>) {
    let mut workflow = Workflow::default();
    let mut problems = Vec::new();
    let mut noted = Noted::default();
    for (id, value) in object {
        match node(id, value) {
            Ok(node) => workflow.nodes.push(node),
            Err(problem) => problems.push(problem),
        }
        if let Some(notes) = value.pointer("/_meta/app_inputs") {
            noted.take(id, notes);
        }
    }
    workflow.app_inputs = noted.inputs();
    (workflow, problems)
}

fn node(id: &str, value: &Value) -> Result<Node, Problem> {
    let object = value
        .as_object()
        .ok_or_else(|| Problem::of(id, "a node is a JSON object; this is something else"))?;
    let class = object
        .get("class_type")
        .and_then(Value::as_str)
        .ok_or_else(|| {
            Problem::of(
                id,
                "the node has no `class_type`; export the workflow from ComfyUI again",
            )
        })?;
    let inputs = match object.get("inputs") {
        Some(Value::Object(inputs)) => inputs.clone(),
        None | Some(Value::Null) => Map::new(),
        Some(_) => return Err(Problem::of(id, "the node's `inputs` is no JSON object")),
    };
    let title = value.pointer("/_meta/title").and_then(Value::as_str);
    Ok(Node {
        id: id.to_owned(),
        class: class.to_owned(),
        title: title.map(str::to_owned),
        inputs,
    })
}

/// The workflow in the API format.
pub(super) fn write(workflow: &Workflow) -> Value {
    let mut notes = app_mode::notes(&workflow.app_inputs);
    let nodes = workflow.nodes.iter().map(|node| {
        let noted = notes.remove(node.id.as_str());
        (node.id.clone(), node_value(node, noted))
    });
    Value::Object(nodes.collect())
}

fn node_value(node: &Node, noted: Option<Vec<Value>>) -> Value {
    let mut meta = Map::new();
    if let Some(title) = &node.title {
        meta.insert("title".to_owned(), Value::from(title.as_str()));
    }
    if let Some(noted) = noted {
        meta.insert("app_inputs".to_owned(), Value::Array(noted));
    }
    let mut value = json!({ "class_type": node.class, "inputs": node.inputs });
    if !meta.is_empty() {
        value["_meta"] = Value::Object(meta);
    }
    value
}
