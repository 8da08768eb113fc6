//! Finds the node inputs of the prompt that receive the value of an App Mode input.

use std::collections::{HashMap, HashSet};

use crate::app_input::Target;
use crate::editor::expansion::Scope;
use crate::editor::graph::Graph;
use crate::editor::node_role::NodeRole;
use crate::graph::Workflow;

/// Maximum number of node inputs that one App Mode input may set.
const MOST_TARGETS: usize = 1_000;

/// A target and the type of its slot.
pub(crate) type TypedTarget = (Target, Option<String>);

/// Finds targets in the expanded graphs.
pub(crate) struct TargetFinder<'a> {
    graphs: &'a [Graph],
    scopes: &'a [Scope],
    /// The ids of the prompt's nodes.
    prompt_ids: HashSet<&'a str>,
    /// Maps node ids to the links that start there, in the root graph.
    links_by_origin: HashMap<&'a str, Vec<i64>>,
}

impl<'a> TargetFinder<'a> {
    pub(crate) fn new(graphs: &'a [Graph], scopes: &'a [Scope], workflow: &'a Workflow) -> Self {
        let ids = workflow.nodes.iter().map(|node| node.id.as_str());
        Self {
            graphs,
            scopes,
            prompt_ids: ids.collect(),
            links_by_origin: links_by_origin(&graphs[0]),
        }
    }

    /// Collects the targets of a node's widget.
    pub(crate) fn collect(
        &self,
        scope: usize,
        node_index: usize,
        widget: &str,
        targets: &mut Vec<TypedTarget>,
    ) {
        if targets.len() >= MOST_TARGETS {
            return;
        }
        let node = &self.graphs[self.scopes[scope].graph].nodes[node_index];
        match node.role {
            NodeRole::Executed => {
                let id = format!("{}{}", self.scopes[scope].prefix, node.id);
                if self.prompt_ids.contains(id.as_str()) {
                    let slot = node.raw.inputs.iter().find(|input| input.name == widget);
                    let target = Target {
                        node: id,
                        input: widget.to_owned(),
                    };
                    targets.push((target, slot.map(|slot| slot.kind.clone())));
                }
            }
            NodeRole::Primitive if scope == 0 => {
                let links = self
                    .links_by_origin
                    .get(node.id.as_str())
                    .into_iter()
                    .flatten();
                for (node, slot) in links.filter_map(|link| self.graphs[0].link_targets.get(link)) {
                    let input = &self.graphs[0].nodes[*node].raw.inputs[*slot];
                    if self.graphs[0].nodes[*node].role != NodeRole::Primitive {
                        self.collect(0, *node, &input.name, targets);
                    }
                }
            }
            NodeRole::Host(_) => self.collect_inside(scope, node_index, widget, targets),
            _ => {}
        }
    }

    /// Collects the inner targets of a widget that a subgraph's node shows.
    fn collect_inside(
        &self,
        scope: usize,
        node_index: usize,
        widget: &str,
        targets: &mut Vec<TypedTarget>,
    ) {
        let Some(&child) = self.scopes[scope].children.get(&node_index) else {
            return;
        };
        let host = &self.graphs[self.scopes[scope].graph].nodes[node_index];
        let graph = &self.graphs[self.scopes[child].graph];
        let slot = graph.inputs.iter().position(|input| input.name == widget);
        if let Some(slot) = slot {
            for (node, input) in graph.linked_inputs(slot) {
                self.collect(child, node, &input.name, targets);
            }
            return;
        }
        let proxy = host
            .raw
            .proxy_widgets
            .iter()
            .find(|(_, name)| name == widget);
        if let Some(node) = proxy.and_then(|(node, _)| graph.by_id.get(node)) {
            self.collect(child, *node, widget, targets);
        }
    }
}

fn links_by_origin(graph: &Graph) -> HashMap<&str, Vec<i64>> {
    let mut links: HashMap<&str, Vec<i64>> = HashMap::new();
    for (id, link) in &graph.links {
        links.entry(&link.origin).or_default().push(*id);
    }
    // The links come from a map, which has no order.
    links.values_mut().for_each(|links| links.sort_unstable());
    links
}
