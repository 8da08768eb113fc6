//! Finds what the references in file names refer to: `%Node.widget%` names a node by its title or its name for
//! references. Source: ComfyUI's editor. Dates and sizes are left to later steps.

use std::collections::HashMap;

use serde_json::Value;

use super::app_mode::TargetFinder;
use super::expansion::{ROOT, Scopes};
use super::graph::GraphNode;
use super::node_role::NodeRole;
use crate::app_input::Target;
use crate::graph::{Node, Workflow};
use crate::name_text::{INPUT, filled, reference, shown, text};

/// A node, and where it is: the indices of its scope and of the node.
type NodeRef<'a> = ((usize, usize), &'a GraphNode);

/// Makes references to inputs of the prompt references by the ids of their nodes, which lowering fills in with the
/// values of the run.
pub(super) fn fill_in(workflow: &mut Workflow, scopes: &Scopes) {
    let referring = |node: &Node| text(node).is_some();
    if !workflow.nodes.iter().any(referring) {
        return;
    }
    let by_name = by_name(scopes);
    let targets = TargetFinder::new(scopes, workflow);
    let find = |name: &str| {
        let (node, widget) = name.split_once('.')?;
        let ((scope, index), node) = *by_name.get(node)?;
        let mut found = Vec::new();
        targets.collect(scope, index, widget, &mut found);
        let mut inputs = found.iter().map(|(target, _)| target);
        let input = inputs.find(|target| value(workflow, target).is_some());
        match input {
            Some(target) => Some(reference(&target.node, &target.input)),
            None => own_value(node, widget),
        }
    };
    let texts = workflow
        .nodes
        .iter()
        .map(|node| Some(filled(text(node)?, find)));
    let texts: Vec<Option<String>> = texts.collect();
    for (node, text) in workflow.nodes.iter_mut().zip(texts) {
        if let Some(text) = text {
            node.inputs.insert(INPUT.to_owned(), Value::from(text));
        }
    }
}

/// The text of an input, unless it comes from another node.
fn value(workflow: &Workflow, target: &Target) -> Option<String> {
    shown(workflow.node(&target.node)?.inputs.get(&target.input)?)
}

/// The text of a primitive, which is not part of the prompt.
fn own_value(node: &GraphNode, widget: &str) -> Option<String> {
    let is_own = node.role == NodeRole::Primitive && widget == "value";
    is_own.then(|| shown(node.raw.widgets.get(0)?))?
}

/// The nodes by the name for references, or else by their title; the first of several counts.
fn by_name<'a>(scopes: &Scopes<'a>) -> HashMap<&'a str, NodeRef<'a>> {
    let mut nodes = Vec::new();
    list(scopes, ROOT, &mut nodes);
    let mut named = HashMap::new();
    for &(at, node) in &nodes {
        if let Some(name) = &node.raw.reference_name {
            named.entry(name.as_str()).or_insert((at, node));
        }
    }
    for &(at, node) in &nodes {
        let title = node.raw.title.as_deref().unwrap_or(&node.class);
        named.entry(title).or_insert((at, node));
    }
    named
}

/// Lists the nodes of a scope in the editor's order: those inside a subgraph come before its own node.
fn list<'a>(scopes: &Scopes<'a>, scope: usize, nodes: &mut Vec<NodeRef<'a>>) {
    let Some(own) = scopes.get(scope) else {
        return;
    };
    for (index, node) in own.graph.nodes.iter().enumerate() {
        if let Some(child) = own.children.get(&index) {
            list(scopes, *child, nodes);
        }
        nodes.push(((scope, index), node));
    }
}
