//! One graph of the editor's file, with indices for what is looked up often. Does not know the other
//! graphs.

use std::collections::HashMap;

use super::copy_size;
use super::node_role::NodeRole;
use crate::problem::{Problem, short};
use crate::serialized::{
    LONGEST_ID, SerializedGraph, SerializedLink, SerializedNode, SerializedSlot,
};

/// A graph: the root, a subgraph or a group.
#[derive(Default)]
pub(crate) struct Graph {
    pub(super) nodes: Vec<GraphNode>,
    pub(super) by_id: HashMap<String, usize>,
    pub(super) links: HashMap<i64, SerializedLink>,
    /// The graph's own inputs and outputs, which its host node shows; none in the root graph.
    pub(super) inputs: Vec<SerializedSlot>,
    pub(super) outputs: Vec<SerializedSlot>,
    pub(super) input_node: Option<String>,
    /// Maps link ids to the node and input slot at their end.
    pub(super) link_targets: HashMap<i64, (usize, usize)>,
    /// Maps output slots of the graph to the links that end there.
    pub(super) output_links: HashMap<usize, i64>,
    /// Maps names to Set nodes.
    pub(super) setters: HashMap<String, usize>,
    /// The approximate size of a copy of it, in bytes.
    pub(super) size: usize,
    /// Whether its host's inputs are matched by position, not by name.
    pub(super) by_position: bool,
}

/// A node with a known id and class.
pub(crate) struct GraphNode {
    pub(super) id: String,
    pub(super) class: String,
    pub(super) role: NodeRole,
    pub(super) raw: SerializedNode,
}

/// An input that is linked, and its node.
#[derive(Clone, Copy)]
pub(crate) struct LinkedInput<'a> {
    pub(super) index: usize,
    pub(super) node: &'a GraphNode,
    pub(super) input: &'a SerializedSlot,
}

impl GraphNode {
    fn new(raw: SerializedNode, role: impl Fn(&str) -> NodeRole) -> Result<Self, Problem> {
        let title = || raw.title.as_deref().map(short);
        let Some(id) = raw.id.clone().filter(|id| id.len() <= LONGEST_ID) else {
            let message = "a node has no `id`; save the workflow in ComfyUI again";
            return Err(Problem {
                class: raw.class.as_deref().map(short),
                title: title(),
                ..Problem::whole(message).coded("no_id", &[])
            });
        };
        let Some(class) = raw.class.clone() else {
            let message = "the node has no `type`; save the workflow in ComfyUI again";
            return Err(Problem {
                title: title(),
                ..Problem::of(&id, message).coded("no_class", &["type"])
            });
        };
        let role = role(&class);
        Ok(Self {
            id,
            class,
            role,
            raw,
        })
    }

    /// Whether it is muted: neither it nor nodes that only it needs are executed.
    pub(super) fn is_muted(&self) -> bool {
        self.raw.mode == 2
    }

    /// Whether it never takes part in a run.
    fn is_idle(&self) -> bool {
        let is_executed = self.role == NodeRole::Executed;
        self.role == NodeRole::Annotation || is_executed && self.is_muted()
    }

    /// Whether it is bypassed: its inputs are passed on in place of its outputs.
    pub(super) fn is_bypassed(&self) -> bool {
        self.raw.mode == 4
    }

    /// A problem of this node, under its id in the prompt.
    pub(super) fn problem(&self, prefix: &str, message: impl Into<String>) -> Problem {
        Problem {
            class: Some(short(&self.class)),
            title: self.raw.title.as_deref().map(short),
            ..Problem::of(&format!("{prefix}{}", self.id), message)
        }
    }

    /// The graph inside it.
    pub(super) fn inner<'a>(&self, graphs: &'a [Graph]) -> Option<&'a Graph> {
        match self.role {
            NodeRole::Host(graph) => graphs.get(graph),
            _ => None,
        }
    }

    /// The name of a Get or Set node.
    pub(super) fn variable(&self) -> Option<&str> {
        self.raw.widgets.get(0)?.as_str()
    }
}

impl Graph {
    /// Indexes a graph; `role` returns the role of a class.
    pub(super) fn new(
        raw: SerializedGraph,
        role: impl Fn(&str) -> NodeRole,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut graph = Self {
            inputs: raw.inputs,
            outputs: raw.outputs,
            input_node: raw.input_node,
            ..Self::default()
        };
        graph.size = 100 * (graph.inputs.len() + graph.outputs.len());
        for node in raw.nodes.0.into_iter().flatten() {
            match node {
                Some(node) => graph.add(node, &role, problems),
                None => problems.push(Problem::whole("one of the `nodes` is not a JSON object")),
            }
        }
        let links = raw.links.read().into_iter();
        graph.links = links.filter_map(|link| Some((link.id?, link))).collect();
        graph.index_link_targets();
        graph.index_output_links(raw.output_node.as_deref().unwrap_or("-20"));
        graph
    }

    fn index_link_targets(&mut self) {
        for (node_index, node) in self.nodes.iter().enumerate() {
            for (slot, input) in node.raw.inputs.iter().enumerate() {
                if let Some(link) = input.link {
                    self.link_targets.insert(link, (node_index, slot));
                }
            }
        }
    }

    fn index_output_links(&mut self, output_node: &str) {
        for (slot, output) in self.outputs.iter().enumerate() {
            let mut links = output.links.iter();
            if let Some(link) = links.find(|link| self.links.contains_key(link)) {
                self.output_links.insert(slot, *link);
            }
        }
        for (id, link) in self
            .links
            .iter()
            .filter(|(_, link)| link.target == output_node)
        {
            self.output_links.entry(link.target_slot).or_insert(*id);
        }
    }

    /// Adds a node, unless it lacks an id or a class, or its id is taken.
    fn add(
        &mut self,
        raw: SerializedNode,
        role: impl Fn(&str) -> NodeRole,
        problems: &mut Vec<Problem>,
    ) {
        let node = match GraphNode::new(raw, role) {
            Ok(node) => node,
            Err(problem) => {
                problems.push(problem);
                return;
            }
        };
        self.size += copy_size::of_node(&node.class, &node.raw);
        if let Some(&first) = self.by_id.get(&node.id) {
            self.add_second(first, node, problems);
            return;
        }
        let index = self.nodes.len();
        self.by_id.insert(node.id.clone(), index);
        self.index_setter(index, &node);
        self.nodes.push(node);
    }

    fn index_setter(&mut self, index: usize, node: &GraphNode) {
        if let (NodeRole::Set, Some(name)) = (node.role, node.variable()) {
            self.setters.entry(name.to_owned()).or_insert(index);
        }
    }

    /// Adds a node whose id the first node has. Of two nodes, only one that is executed counts.
    fn add_second(&mut self, first: usize, node: GraphNode, problems: &mut Vec<Problem>) {
        if node.is_idle() {
            return;
        }
        if self.nodes.get(first).is_some_and(|node| !node.is_idle()) {
            let message = "two nodes have this ID and only the first is used; delete the other and add it again";
            problems.push(node.problem("", message).coded("second_id", &[]));
            return;
        }
        self.index_setter(first, &node);
        if let Some(first) = self.nodes.get_mut(first) {
            *first = node;
        }
    }

    /// Whether a link comes from the graph's own inputs.
    pub(super) fn enters(&self, link: &SerializedLink) -> bool {
        self.input_node
            .as_ref()
            .is_some_and(|node| *node == link.origin)
    }

    /// The inner inputs that an input of the graph is linked to.
    pub(super) fn linked_inputs(&self, input: usize) -> impl Iterator<Item = LinkedInput<'_>> {
        let links = self.inputs.get(input).map(|input| input.links.as_slice());
        let links = links.unwrap_or_default().iter();
        links.filter_map(|link| self.linked_input(*link))
    }

    /// The input at the end of a link.
    pub(super) fn linked_input(&self, link: i64) -> Option<LinkedInput<'_>> {
        let (index, slot) = *self.link_targets.get(&link)?;
        let node = self.nodes.get(index)?;
        let input = node.raw.inputs.get(slot)?;
        Some(LinkedInput { index, node, input })
    }
}
