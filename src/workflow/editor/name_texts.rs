//! Finds what the references in file names refer to: `%Node.widget%` names a node by its title or its name for
//! references. Source: ComfyUI's editor. Dates and sizes are left to later steps.

use std::collections::HashMap;

use serde_json::Value;

use super::graph::Graph;
use super::node_role::NodeRole;
use crate::graph::{Node, Workflow};
use crate::name_text::{INPUT, filled, reference, shown, text};

/// Fills in the references to nodes of the root graph. One to a value that a run may change becomes a
/// reference by the node's id, which lowering fills in.
pub(super) fn fill_in(workflow: &mut Workflow, root: &Graph) {
    let referring = |node: &Node| text(node).is_some();
    if !workflow.nodes.iter().any(referring) {
        return;
    }
    let named = by_name(root);
    let find = |name: &str| {
        let (node, widget) = name.split_once('.')?;
        let node = *named.get(node)?;
        match is_input(workflow, &root.nodes[node].id, widget) {
            true => Some(reference(&root.nodes[node].id, widget)),
            false => value(root, node, widget, workflow),
        }
    };
    let texts = workflow.nodes.iter().enumerate();
    let texts = texts.filter_map(|(index, node)| Some((index, filled(text(node)?, find))));
    for (index, text) in texts.collect::<Vec<_>>() {
        let inputs = &mut workflow.nodes[index].inputs;
        inputs.insert(INPUT.to_owned(), Value::from(text));
    }
}

/// Whether a widget takes a value of a run.
fn is_input(workflow: &Workflow, node: &str, widget: &str) -> bool {
    let is_marked = |(input, _): (&Node, _)| input.id == node;
    workflow.app_input(node, widget).is_some() || workflow.input_nodes().any(is_marked)
}

/// The nodes by the name for references, or else by their title; the first of several counts.
fn by_name(root: &Graph) -> HashMap<&str, usize> {
    let mut named = HashMap::new();
    let nodes = || root.nodes.iter().enumerate();
    for (index, node) in nodes() {
        if let Some(name) = &node.raw.reference_name {
            named.entry(name.as_str()).or_insert(index);
        }
    }
    for (index, node) in nodes() {
        let title = node.raw.title.as_deref().unwrap_or(&node.class);
        named.entry(title).or_insert(index);
    }
    named
}

/// The text of a node's widget.
fn value(root: &Graph, node: usize, widget: &str, workflow: &Workflow) -> Option<String> {
    let node = &root.nodes[node];
    match node.role {
        NodeRole::Primitive if widget == "value" => shown(node.raw.widgets.get(0)?),
        _ => shown(workflow.node(&node.id)?.inputs.get(widget)?),
    }
}
