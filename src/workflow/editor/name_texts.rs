//! Finds what the references in file names refer to: `%Node.widget%` names a node by its title or its name for
//! references. Source: ComfyUI's editor. Dates and sizes are left to later steps.

use std::collections::HashMap;

use serde_json::Value;

use super::app_mode::TargetFinder;
use super::expansion::Scope;
use super::graph::{Graph, GraphNode};
use super::node_role::NodeRole;
use crate::app_input::Target;
use crate::graph::{Node, Workflow};
use crate::name_text::{INPUT, filled, reference, shown, text};

/// A node, and the scope that it is in.
type NodeRef = (usize, usize);

/// Makes references to inputs of the prompt references by the ids of their nodes, which lowering fills in with the
/// values of the run.
pub(super) fn fill_in(workflow: &mut Workflow, graphs: &[Graph], scopes: &[Scope]) {
    let referring = |node: &Node| text(node).is_some();
    if !workflow.nodes.iter().any(referring) {
        return;
    }
    let named = Named { graphs, scopes };
    let by_name = named.by_name();
    let targets = TargetFinder::new(graphs, scopes, workflow);
    let find = |name: &str| {
        let (node, widget) = name.split_once('.')?;
        let (scope, node) = *by_name.get(node)?;
        let mut found = Vec::new();
        targets.collect(scope, node, widget, &mut found);
        let mut inputs = found.iter().map(|(target, _)| target);
        let input = inputs.find(|target| value(workflow, target).is_some());
        match input {
            Some(target) => Some(reference(&target.node, &target.input)),
            None => own_value(named.node(scope, node), widget),
        }
    };
    let texts = workflow.nodes.iter().enumerate();
    let texts = texts.filter_map(|(index, node)| Some((index, filled(text(node)?, find))));
    for (index, text) in texts.collect::<Vec<_>>() {
        let inputs = &mut workflow.nodes[index].inputs;
        inputs.insert(INPUT.to_owned(), Value::from(text));
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

/// The nodes that references may name.
struct Named<'a> {
    graphs: &'a [Graph],
    scopes: &'a [Scope],
}

impl<'a> Named<'a> {
    fn node(&self, scope: usize, node: usize) -> &'a GraphNode {
        &self.graphs[self.scopes[scope].graph].nodes[node]
    }

    /// The nodes by the name for references, or else by their title; the first of several counts.
    fn by_name(&self) -> HashMap<&'a str, NodeRef> {
        let mut nodes = Vec::new();
        self.list(0, &mut nodes);
        let mut named = HashMap::new();
        for &(scope, index) in &nodes {
            if let Some(name) = &self.node(scope, index).raw.reference_name {
                named.entry(name.as_str()).or_insert((scope, index));
            }
        }
        for &(scope, index) in &nodes {
            let node = self.node(scope, index);
            let title = node.raw.title.as_deref().unwrap_or(&node.class);
            named.entry(title).or_insert((scope, index));
        }
        named
    }

    /// Lists the nodes of a scope in the editor's order: those inside a subgraph come before its own node.
    fn list(&self, scope: usize, nodes: &mut Vec<NodeRef>) {
        let own = &self.scopes[scope];
        for index in 0..self.graphs[own.graph].nodes.len() {
            if let Some(child) = own.children.get(&index) {
                self.list(*child, nodes);
            }
            nodes.push((scope, index));
        }
    }
}
