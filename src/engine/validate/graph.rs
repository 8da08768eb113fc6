//! A workflow's links, followed. Knows nothing of values. Nothing here recurses: a workflow may be
//! one long chain.

use std::collections::{HashMap, HashSet};

use crate::engine::nodes;
use crate::workflow::{Node, Workflow};

/// A workflow with its nodes at hand by id.
pub(super) struct Graph<'a> {
    nodes: HashMap<&'a str, &'a Node>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(workflow: &'a Workflow) -> Self {
        Self {
            nodes: workflow
                .nodes
                .iter()
                .map(|node| (node.id.as_str(), node))
                .collect(),
        }
    }

    /// The node of this id.
    pub(super) fn node(&self, id: &str) -> Option<&'a Node> {
        self.nodes.get(id).copied()
    }

    /// These nodes and all they depend on.
    pub(super) fn ancestors<'b>(&self, from: impl IntoIterator<Item = &'b str>) -> Vec<&'a Node> {
        let mut open: Vec<&Node> = from
            .into_iter()
            .filter_map(|id| self.nodes.get(id).copied())
            .collect();
        let mut seen: HashSet<&str> = open.iter().map(|node| node.id.as_str()).collect();
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            found.push(node);
            for source in self.sources(node) {
                if seen.insert(&source.id) {
                    open.push(source);
                }
            }
        }
        found
    }

    /// The nodes that feed inputs the class knows; links of unknown inputs do not count.
    fn sources(&self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        let class = nodes::class(&node.class);
        node.links()
            .filter(move |(name, _)| class.is_some_and(|class| class.input(name).is_some()))
            .filter_map(|(_, link)| self.nodes.get(link.node).copied())
    }

    /// Cycles among what these nodes depend on, each in the direction of the links: at least one
    /// through every node that feeds itself.
    pub(super) fn cycles(&self, outputs: &[&'a Node]) -> Vec<Vec<&'a Node>> {
        let mut walk = Walk::default();
        for output in outputs {
            walk.from(self, output);
        }
        walk.cycles
    }
}

/// A walk through the graph that leaves no node twice.
#[derive(Default)]
struct Walk<'a> {
    done: HashSet<&'a str>,
    cyclic: HashSet<&'a str>,
    cycles: Vec<Vec<&'a Node>>,
}

impl<'a> Walk<'a> {
    fn from(&mut self, graph: &Graph<'a>, start: &'a Node) {
        if self.done.contains(start.id.as_str()) {
            return;
        }
        let mut path = vec![(start, graph.sources(start).collect::<Vec<_>>())];
        let mut on_path = HashSet::from([start.id.as_str()]);
        while let Some((node, open)) = path.last_mut() {
            let Some(source) = open.pop() else {
                on_path.remove(node.id.as_str());
                self.done.insert(&node.id);
                path.pop();
                continue;
            };
            if on_path.contains(source.id.as_str()) {
                let nodes = path.iter().map(|(node, _)| *node);
                self.close(nodes.skip_while(|node| node.id != source.id).collect());
            } else if !self.done.contains(source.id.as_str()) {
                on_path.insert(&source.id);
                path.push((source, graph.sources(source).collect()));
            }
        }
    }

    /// Keeps a cycle, unless each of its nodes lies on one that is kept.
    fn close(&mut self, cycle: Vec<&'a Node>) {
        let mut new = false;
        for node in &cycle {
            new |= self.cyclic.insert(&node.id);
        }
        if new {
            self.cycles.push(cycle);
        }
    }
}
