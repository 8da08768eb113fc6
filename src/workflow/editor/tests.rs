mod app;
mod classes;
mod constructed;
mod controls;
mod dynamic;
mod groups;
mod hostile;
mod links;
mod subgraphs;
mod unknown_types;
mod values;
mod widgets;

use serde_json::{Value, json};

use crate::{Problem, Workflow};

/// The prompt of an editor's file, and the messages of its problems.
fn prompt(file: &Value) -> (Value, Vec<String>) {
    let (workflow, problems) = Workflow::from_value(file);
    let problems = problems.iter().map(Problem::to_string).collect();
    (workflow.to_value(), problems)
}

/// The prompt of a file without problems.
fn clean(file: &Value) -> Value {
    let (prompt, problems) = prompt(file);
    assert!(problems.is_empty(), "{problems:?}");
    prompt
}

/// A file with these nodes and links in the editor's format 0.4.
fn file(nodes: Value, links: Value) -> Value {
    json!({"last_node_id": 9, "last_link_id": 9, "nodes": nodes, "links": links, "groups": [],
           "config": {}, "extra": {}, "version": 0.4})
}

/// An input slot.
fn input(name: &str, kind: &str, link: impl Into<Option<i64>>) -> Value {
    json!({"name": name, "type": kind, "link": link.into()})
}

/// An input slot for a widget.
fn widget(name: &str, kind: &str, link: impl Into<Option<i64>>) -> Value {
    json!({"name": name, "type": kind, "link": link.into(), "widget": {"name": name}})
}
