//! The widget that an input of a subgraph represents: that of the first node it is linked to that has one. Does not
//! know the values of the subgraph's nodes. Source: ComfyUI's editor, `resolveSubgraphInputTarget`.

use std::collections::HashMap;
use std::ptr;

use super::copy_size;
use super::graph::{Graph, GraphNode};
use super::node_role::NodeRole;
use crate::classes::{ClassInput, NodeClasses};
use crate::serialized::SerializedSlot;

/// How deep subgraphs are searched for a widget.
pub(super) const DEEPEST: usize = 32;
/// Maximum size of the nodes that are read for the values of their widgets, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// A widget: its node in a graph, and its name.
pub(crate) type WidgetRef<'a> = (usize, &'a str);

/// Finds the widgets that inputs of graphs represent.
pub(crate) struct PromotedSources<'a> {
    pub(super) graphs: &'a [Graph],
    pub(super) classes: &'a NodeClasses,
    /// By the address of the graph and the input.
    known: HashMap<(*const Graph, usize), Option<WidgetRef<'a>>>,
    bytes_left: usize,
}

impl<'a> PromotedSources<'a> {
    pub(super) fn new(graphs: &'a [Graph], classes: &'a NodeClasses) -> Self {
        Self {
            graphs,
            classes,
            known: HashMap::new(),
            bytes_left: MOST_BYTES,
        }
    }

    /// The widget that an input of a graph represents.
    pub(super) fn of(&mut self, graph: &'a Graph, slot: usize) -> Option<WidgetRef<'a>> {
        self.search(graph, slot, 0)
    }

    fn search(&mut self, graph: &'a Graph, slot: usize, depth: usize) -> Option<WidgetRef<'a>> {
        let key = (ptr::from_ref(graph), slot);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        // A subgraph that contains itself represents nothing.
        self.known.insert(key, None);
        let mut linked = graph.linked_inputs(slot);
        let found = linked.find(|linked| self.has_widget(linked.node, linked.input, depth));
        let found = found.map(|found| (found.index, &*found.input.name));
        self.known.insert(key, found);
        found
    }

    fn has_widget(&mut self, node: &GraphNode, input: &SerializedSlot, depth: usize) -> bool {
        match node.role {
            NodeRole::Host(_) if depth < DEEPEST => {
                let inner = node.inner(self.graphs);
                let found = inner
                    .and_then(|inner| self.search(inner, slot(inner, &input.name)?, depth + 1));
                found.is_some()
            }
            NodeRole::Executed => {
                let class = self.classes.get_or_core(&node.class);
                let own = class.and_then(|class| class.input(&input.name));
                input.widget.is_some() || own.is_some_and(ClassInput::is_widget)
            }
            _ => input.widget.is_some(),
        }
    }

    /// Takes the size of a node from what may be read for values; `None` once that is used up.
    pub(super) fn spend(&mut self, node: &GraphNode) -> Option<()> {
        let size = copy_size::of_node(&node.class, &node.raw);
        self.bytes_left = self.bytes_left.checked_sub(size)?;
        Some(())
    }
}

/// The input of a graph with this name.
pub(super) fn slot(graph: &Graph, name: &str) -> Option<usize> {
    graph.inputs.iter().position(|input| input.name == name)
}
