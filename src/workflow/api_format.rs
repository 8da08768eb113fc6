//! Reads and writes ComfyUI's API format: `{"6": {"class_type": "…", "inputs": {…}, "_meta": {…}}}`.
//! Does not know the editor's format. Source: the `prompt` object of `POST /prompt`.

use std::collections::hash_map::Entry as MapEntry;

use serde_json::{Map, Value};

use super::app_input::{AppInput, Target};
use super::app_mode::{self, NoteReader};
use super::dependencies::NodeIndex;
use super::document::{ApiNode, Document, Entry};
use super::graph::{Node, Workflow};
use super::marks;
use super::name_text::{self, INPUT};
use super::problem::Problem;

/// Reads the nodes of a document in the API format.
pub(super) fn read(document: Document, problems: &mut Vec<Problem>) -> (Workflow, NodeIndex) {
    let mut workflow = Workflow::default();
    let mut notes = NoteReader::default();
    let mut index = NodeIndex::with_capacity(document.api.len());
    for (id, entry) in document.api {
        if let Entry::Object(node) = &entry {
            notes.read(&id, &node.meta.app_inputs);
        }
        let node = match node(id, entry) {
            Ok(node) => node,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        // The last of two nodes with the same id counts, as in every JSON reader.
        match index.entry(node.id.clone()) {
            MapEntry::Occupied(existing) => {
                let message =
                    "two nodes have this ID and only the last is used; export the workflow again";
                problems.push(Problem::at(&node, message).coded("second_id", &[]));
                if let Some(first) = workflow.nodes.get_mut(*existing.get()) {
                    *first = node;
                }
            }
            MapEntry::Vacant(vacant) => {
                vacant.insert(workflow.nodes.len());
                workflow.nodes.push(node);
            }
        }
    }
    workflow.app_inputs = notes.inputs();
    if workflow.app_inputs.is_empty() {
        workflow.app_inputs =
            linear_data_inputs(&document.extra.app_inputs, &workflow.nodes, &index);
    }
    (workflow, index)
}

fn node(id: String, entry: Entry<ApiNode>) -> Result<Node, Problem> {
    let Entry::Object(node) = entry else {
        let message = "this isn't a valid node; a node is a JSON object";
        return Err(Problem::of(&id, message).coded("no_node", &[]));
    };
    let Some(class) = node.class else {
        let message = "the node has no `class_type`; export the workflow from ComfyUI again";
        return Err(Problem::of(&id, message).coded("no_class", &["class_type"]));
    };
    let inputs = match node.inputs {
        Value::Object(inputs) => inputs,
        Value::Null => Map::new(),
        _ => return Err(Problem::of(&id, "its `inputs` is not a JSON object")),
    };
    Ok(Node {
        id,
        class: marks::original(&class).map_or(class, str::to_owned),
        title: node.meta.title,
        inputs,
    })
}

/// The App Mode inputs that some tools keep next to the nodes, in `extra.linearData.inputs`.
fn linear_data_inputs(entries: &[Value], nodes: &[Node], index: &NodeIndex) -> Vec<AppInput> {
    let app_input = |entry: &Value| {
        let node = entry.get(0)?;
        let id = node
            .as_str()
            .map_or_else(|| node.to_string(), str::to_owned);
        let input = entry.get(1)?.as_str()?;
        let node = nodes.get(*index.get(&id)?)?;
        node.inputs.contains_key(input).then(|| AppInput {
            name: format!("{input}_{id}"),
            label: Some(app_mode::label(node.title.as_deref(), input, None, false)),
            slot: None,
            targets: vec![Target {
                node: id,
                input: input.to_owned(),
            }],
            ..AppInput::default()
        })
    };
    entries.iter().filter_map(app_input).collect()
}

/// Writes a workflow in the API format.
pub(super) fn write(workflow: &Workflow) -> Value {
    let mut notes = app_mode::notes(&workflow.app_inputs);
    let nodes = workflow.nodes.iter().map(|node| {
        let notes = notes.remove(node.id.as_str());
        let mut inputs = node.inputs.clone();
        if let Some(text) = name_text::text(node) {
            inputs.insert(INPUT.to_owned(), file_name(text, workflow).into());
        }
        (node.id.clone(), node_value(node, inputs, notes))
    });
    Value::Object(nodes.collect())
}

/// A file name whose references to values that no run changes are filled in, since engines don't know them.
fn file_name(text: &str, workflow: &Workflow) -> String {
    name_text::filled(text, |name| {
        let (id, input) = name.split_once('.')?;
        let node = workflow.node(id)?;
        let value = name_text::shown(node.value(input)?)?;
        let is_marked = |(marked, _): (&Node, _)| marked.id == id;
        let is_field =
            workflow.app_input(id, input).is_some() || workflow.input_nodes().any(is_marked);
        (!is_field).then_some(value)
    })
}

fn node_value(node: &Node, inputs: Map<String, Value>, notes: Option<Vec<Value>>) -> Value {
    let mut meta = Map::new();
    if let Some(title) = &node.title {
        meta.insert("title".to_owned(), Value::from(title.as_str()));
    }
    if let Some(notes) = notes {
        meta.insert("app_inputs".to_owned(), Value::Array(notes));
    }
    let mut value = Map::new();
    value.insert("class_type".to_owned(), node.class.as_str().into());
    value.insert("inputs".to_owned(), inputs.into());
    if !meta.is_empty() {
        value.insert("_meta".to_owned(), meta.into());
    }
    value.into()
}
