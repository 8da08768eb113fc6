//! Where the editor has the nodes of a file: positions, sizes and groups, which the reading of a workflow skips.
//! Source: ComfyUI's editor, workflow JSON 0.4 and 1.0.

use std::collections::HashMap;

use super::saved_graph::{SavedGraph, SavedNode};
use crate::tolerant::Tolerant;
use json::tolerant;

/// The positions in a file of the editor.
#[derive(Default)]
pub struct SavedPositions {
    pub(super) root: SavedGraph,
    /// The subgraphs by their ids, and the group nodes by the classes of their instances.
    pub(super) graphs: HashMap<String, SavedGraph>,
}

impl SavedPositions {
    /// Reads a file; `None` if it is not the editor's.
    pub fn read(json: &str) -> Option<Self> {
        let file: Tolerant<SavedGraph> = tolerant::from_slice(json.as_bytes()).ok()?;
        let mut root = file.0.filter(|root| !root.nodes.is_empty())?;
        let mut graphs = HashMap::new();
        for (name, mut graph) in std::mem::take(&mut root.group_nodes) {
            for (index, node) in graph.nodes.iter_mut().enumerate() {
                node.id = index.to_string();
            }
            graphs.insert(format!("workflow>{name}"), graph);
        }
        let mut pending = std::mem::take(&mut root.subgraphs);
        while let Some(mut graph) = pending.pop() {
            pending.append(&mut graph.subgraphs);
            graphs.entry(graph.id.clone()).or_insert(graph);
        }
        Some(Self { root, graphs })
    }

    /// The graph that a node is an instance of.
    pub(super) fn graph_of(&self, node: &SavedNode) -> Option<&SavedGraph> {
        let class = node.class.replacen("workflow/", "workflow>", 1);
        self.graphs.get(&class)
    }
}
