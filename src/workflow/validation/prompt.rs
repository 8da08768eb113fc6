//! A prompt whose nodes are found by their ids, with their classes. Knows no rules.

use std::collections::HashMap;

use crate::classes::{NodeClass, NodeClasses};
use crate::graph::{Node, Workflow};

/// A prompt, whose nodes are found by their ids.
pub(super) struct Prompt<'a> {
    /// The nodes, in the order of the file.
    pub(super) nodes: &'a [Node],
    /// The definitions of their classes.
    definitions: Vec<Option<&'a NodeClass>>,
    by_id: HashMap<&'a str, usize>,
}

impl<'a> Prompt<'a> {
    pub(super) fn new(graph: &'a Workflow, classes: &'a NodeClasses) -> Self {
        let nodes = &graph.nodes;
        let definition = |node: &'a Node| classes.get(&node.class);
        let indices = nodes.iter().enumerate();
        Self {
            nodes,
            definitions: nodes.iter().map(definition).collect(),
            by_id: indices
                .map(|(index, node)| (node.id.as_str(), index))
                .collect(),
        }
    }

    /// The index of the node with this id.
    pub(super) fn index_of(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The definition of a node's class; `None` if the engine does not have the class.
    pub(super) fn definition(&self, node: usize) -> Option<&'a NodeClass> {
        self.definitions[node]
    }

    /// The indices of the nodes.
    pub(super) fn indices(&self) -> std::ops::Range<usize> {
        0..self.nodes.len()
    }
}
