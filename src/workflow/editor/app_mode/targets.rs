//! Finds the node inputs of the prompt that receive the value of an App Mode input.

use std::collections::{HashMap, HashSet};

use crate::app_input::Target;
use crate::editor::expansion::{ROOT, Scope, Scopes};
use crate::editor::graph::{Graph, GraphNode};
use crate::editor::node_role::NodeRole;
use crate::graph::Workflow;

/// Maximum number of node inputs that one App Mode input may set.
const MOST_TARGETS: usize = 1_000;

/// A target and the type of its slot.
pub(crate) type TypedTarget = (Target, Option<String>);

/// Finds targets in the expanded graphs.
pub(crate) struct TargetFinder<'a> {
    scopes: &'a Scopes<'a>,
    /// The ids of the prompt's nodes.
    prompt_ids: HashSet<&'a str>,
    /// Maps node ids to the links that start there, in the root graph.
    links_by_origin: HashMap<&'a str, Vec<i64>>,
}

impl<'a> TargetFinder<'a> {
    pub(crate) fn new(scopes: &'a Scopes, workflow: &'a Workflow) -> Self {
        let root = scopes.get(ROOT).map(|root| root.graph);
        let ids = workflow.nodes.iter().map(|node| node.id.as_str());
        Self {
            scopes,
            prompt_ids: ids.collect(),
            links_by_origin: root.map(links_by_origin).unwrap_or_default(),
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
        let Some(own) = self.scopes.get(scope) else {
            return;
        };
        let Some(node) = own.graph.nodes.get(node_index) else {
            return;
        };
        match node.role {
            NodeRole::Executed => {
                let id = format!("{}{}", own.prefix, node.id);
                if self.prompt_ids.contains(id.as_str()) {
                    let slot = node.raw.inputs.iter().find(|input| input.name == widget);
                    let target = Target {
                        node: id,
                        input: widget.to_owned(),
                    };
                    targets.push((target, slot.map(|slot| slot.kind.clone())));
                }
            }
            NodeRole::Primitive if scope == ROOT => {
                let links = self
                    .links_by_origin
                    .get(node.id.as_str())
                    .into_iter()
                    .flatten();
                for linked in links.filter_map(|link| own.graph.linked_input(*link)) {
                    if linked.node.role != NodeRole::Primitive {
                        self.collect(ROOT, linked.index, &linked.input.name, targets);
                    }
                }
            }
            NodeRole::Host(_) => {
                if let Some(child) = own.children.get(&node_index) {
                    self.collect_inside(node, *child, widget, targets);
                }
            }
            _ => {}
        }
    }

    /// Collects the inner targets of a widget that a subgraph's node shows.
    fn collect_inside(
        &self,
        host: &GraphNode,
        child: usize,
        widget: &str,
        targets: &mut Vec<TypedTarget>,
    ) {
        let Some(Scope { graph, .. }) = self.scopes.get(child) else {
            return;
        };
        let slot = graph.inputs.iter().position(|input| input.name == widget);
        if let Some(slot) = slot {
            for linked in graph.linked_inputs(slot) {
                self.collect(child, linked.index, &linked.input.name, targets);
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
