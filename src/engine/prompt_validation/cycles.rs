//! Cycles in a workflow and their errors. Nothing here recurses, because a workflow may be one long
//! chain.

use std::collections::HashSet;

use serde_json::json;

use super::link_graph::LinkGraph;
use crate::input_error::InputError;
use workflow::Node;

/// The cycles among the nodes that these outputs depend on, each in the direction of the links. Every
/// node that feeds itself is on at least one of them.
pub(super) fn cycles<'a>(graph: &LinkGraph<'a>, outputs: &[&'a Node]) -> Vec<Vec<&'a Node>> {
    let mut search = CycleSearch::default();
    for output in outputs {
        search.visit(graph, output);
    }
    search.cycles
}

/// A depth-first search that finishes each node once.
#[derive(Default)]
struct CycleSearch<'a> {
    done: HashSet<&'a str>,
    cyclic: HashSet<&'a str>,
    cycles: Vec<Vec<&'a Node>>,
}

impl<'a> CycleSearch<'a> {
    fn visit(&mut self, graph: &LinkGraph<'a>, start: &'a Node) {
        if self.done.contains(start.id.as_str()) {
            return;
        }
        let mut path = vec![(start, graph.sources(start).collect::<Vec<_>>())];
        let mut on_path = HashSet::from([start.id.as_str()]);
        while let Some((node, pending)) = path.last_mut() {
            let Some(source) = pending.pop() else {
                on_path.remove(node.id.as_str());
                self.done.insert(&node.id);
                path.pop();
                continue;
            };
            if on_path.contains(source.id.as_str()) {
                let nodes = path.iter().map(|(node, _)| *node);
                self.record(nodes.skip_while(|node| node.id != source.id).collect());
            } else if !self.done.contains(source.id.as_str()) {
                on_path.insert(&source.id);
                path.push((source, graph.sources(source).collect()));
            }
        }
    }

    /// Records a cycle, unless each of its nodes is on a recorded one.
    fn record(&mut self, cycle: Vec<&'a Node>) {
        let mut new = false;
        for node in &cycle {
            new |= self.cyclic.insert(&node.id);
        }
        if new {
            self.cycles.push(cycle);
        }
    }
}

/// The maximum number of nodes of a cycle that an error lists.
const MAX_NAMED: usize = 20;

/// The error of each node on a cycle.
pub(super) fn cycle_errors<'a>(nodes: &[&'a Node]) -> impl Iterator<Item = (&'a Node, InputError)> {
    let mut named: Vec<String> = nodes
        .iter()
        .chain(nodes.first())
        .take(MAX_NAMED)
        .map(|node| format!("{} ({})", node.id, node.class))
        .collect();
    if nodes.len() >= MAX_NAMED {
        named.push("…".to_owned());
    }
    let details = named.join(" -> ");
    let ids: Vec<&str> = nodes
        .iter()
        .take(MAX_NAMED)
        .map(|node| node.id.as_str())
        .collect();
    nodes.iter().map(move |node| {
        let extra = json!({ "node_id": node.id, "cycle_nodes": ids });
        (
            *node,
            InputError::new(
                "dependency_cycle",
                "Dependency cycle detected",
                details.as_str(),
                extra,
            ),
        )
    })
}
