//! A prompt whose nodes are found by their ids, with their classes. Knows no rules.

use std::collections::HashMap;

use crate::classes::{NodeClass, NodeClasses};
use crate::graph::{Node, Workflow};

/// A prompt, whose nodes are found by their ids.
pub(super) struct Prompt<'a> {
    /// The nodes, in the order of the file.
    pub(super) nodes: Vec<PromptNode<'a>>,
    by_id: HashMap<&'a str, usize>,
}

/// A node with the definition of its class; `None` if the engine does not have the class.
#[derive(Clone, Copy)]
pub(super) struct PromptNode<'a> {
    pub(super) node: &'a Node,
    pub(super) definition: Option<&'a NodeClass>,
}

impl<'a> Prompt<'a> {
    pub(super) fn new(graph: &'a Workflow, classes: &'a NodeClasses) -> Self {
        let with_definition = |node: &'a Node| PromptNode {
            node,
            definition: classes.get(&node.class),
        };
        let indices = graph.nodes.iter().enumerate();
        Self {
            nodes: graph.nodes.iter().map(with_definition).collect(),
            by_id: indices
                .map(|(index, node)| (node.id.as_str(), index))
                .collect(),
        }
    }

    /// The node with this id, and its index.
    pub(super) fn find(&self, id: &str) -> Option<(usize, PromptNode<'a>)> {
        let index = *self.by_id.get(id)?;
        Some((index, *self.nodes.get(index)?))
    }
}
