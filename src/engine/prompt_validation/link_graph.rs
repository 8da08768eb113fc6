//! The links between a workflow's nodes. Knows nothing about values. Nothing here recurses, because a
//! workflow may be one long chain.

use std::collections::{HashMap, HashSet};

use crate::nodes;
use workflow::{Node, Workflow};

/// The nodes of a workflow by id.
pub(super) struct LinkGraph<'a> {
    nodes: HashMap<&'a str, &'a Node>,
}

impl<'a> LinkGraph<'a> {
    pub(super) fn new(workflow: &'a Workflow) -> Self {
        Self {
            nodes: workflow
                .nodes
                .iter()
                .map(|node| (node.id.as_str(), node))
                .collect(),
        }
    }

    /// The node with this id.
    pub(super) fn node(&self, id: &str) -> Option<&'a Node> {
        self.nodes.get(id).copied()
    }

    /// These nodes and everything they depend on.
    pub(super) fn ancestors<'b>(&self, from: impl IntoIterator<Item = &'b str>) -> Vec<&'a Node> {
        let mut pending: Vec<&Node> = from
            .into_iter()
            .filter_map(|id| self.nodes.get(id).copied())
            .collect();
        let mut seen: HashSet<&str> = pending.iter().map(|node| node.id.as_str()).collect();
        let mut found = Vec::new();
        while let Some(node) = pending.pop() {
            found.push(node);
            for source in self.sources(node) {
                if seen.insert(&source.id) {
                    pending.push(source);
                }
            }
        }
        found
    }

    /// The nodes linked to inputs that the class declares; links of unknown inputs do not count.
    pub(super) fn sources(&self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        let class = nodes::class(&node.class);
        node.links()
            .filter(move |(name, _)| class.is_some_and(|class| class.input(name).is_some()))
            .filter_map(|(_, link)| self.nodes.get(link.node).copied())
    }
}
