//! ComfyUI's API format, in and out: `{"6": {"class_type": "…", "inputs": {…}, "_meta": {…}}}`.
//! Knows nothing of the editor's format. Source: the `prompt` object of `POST /prompt`.

use std::collections::hash_map::Entry as MapEntry;

use serde_json::{Map, Value, json};

use super::app_mode::{self, Noted};
use super::document::{self, ApiNode, Document, Entry};
use super::links::Places;
use super::{AppInput, Node, Problem, Target, Workflow};

/// Reads the nodes of a document in the API format.
pub(super) fn read(document: Document, problems: &mut Vec<Problem>) -> (Workflow, Places) {
    let mut workflow = Workflow::default();
    let mut noted = Noted::default();
    let mut places = Places::with_capacity(document.api.len());
    for (id, entry) in document.api {
        if let Entry::Object(node) = &entry {
            noted.take(&id, &node.meta.app_inputs);
        }
        let node = match node(id, entry) {
            Ok(node) => node,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        // Of two nodes with one id the last counts, as wherever JSON is read.
        match places.entry(node.id.clone()) {
            MapEntry::Occupied(place) => {
                let message =
                    "two nodes have this ID and only the last is used; export the workflow again";
                problems.push(Problem::at(&node, message).coded("second_id", &[]));
                workflow.nodes[*place.get()] = node;
            }
            MapEntry::Vacant(place) => {
                place.insert(workflow.nodes.len());
                workflow.nodes.push(node);
            }
        }
    }
    workflow.app_inputs = noted.inputs();
    if workflow.app_inputs.is_empty() {
        workflow.app_inputs = shown(&document.extra.app_inputs, &workflow.nodes, &places);
    }
    (workflow, places)
}

fn node(id: String, entry: Entry<ApiNode>) -> Result<Node, Problem> {
    let Entry::Object(node) = entry else {
        let message = "this isn’t a valid node; a node is a JSON object";
        return Err(Problem::of(&id, message).coded("no_node", &[]));
    };
    let Some(class) = node.class else {
        let message = "the node has no `class_type`; export the workflow from ComfyUI again";
        return Err(Problem::of(&id, message).coded("no_class", &["class_type"]));
    };
    let inputs = document::inputs(node.inputs)
        .ok_or_else(|| Problem::of(&id, "its `inputs` is not a JSON object"))?;
    Ok(Node {
        id,
        class,
        title: node.meta.title,
        inputs,
    })
}

/// The App Mode inputs that some tools keep beside the nodes, as `extra.linearData.inputs`.
fn shown(entries: &[Value], nodes: &[Node], places: &Places) -> Vec<AppInput> {
    let app_input = |entry: &Value| {
        let node = entry.get(0)?;
        let id = node
            .as_str()
            .map_or_else(|| node.to_string(), str::to_owned);
        let input = entry.get(1)?.as_str()?;
        let node = &nodes[*places.get(&id)?];
        node.inputs.contains_key(input).then(|| AppInput {
            name: format!("{input}_{id}"),
            label: Some(app_mode::label(node.title.as_deref(), input, None, false)),
            slot: None,
            targets: vec![Target {
                node: id,
                input: input.to_owned(),
            }],
        })
    };
    entries.iter().filter_map(app_input).collect()
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
