//! One graph of the editor's file, with what is looked up in it often at hand.

use std::collections::HashMap;

use super::raw::{LONGEST_ID, RawGraph, RawLink, RawNode, RawSlot};
use super::role::Role;
use super::weight::weigh_node;
use crate::workflow::Problem;
use crate::workflow::problem::short;

/// A graph: the file's own, a subgraph's or a group's.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<GraphNode>,
    pub(super) by_id: HashMap<String, usize>,
    pub(super) links: HashMap<i64, RawLink>,
    /// What its host's inputs and outputs are inside; none of the file's own graph.
    pub(super) inputs: Vec<RawSlot>,
    pub(super) outputs: Vec<RawSlot>,
    pub(super) input_node: Option<String>,
    /// Which input of which node a link feeds.
    pub(super) taken: HashMap<i64, (usize, usize)>,
    /// Which link feeds an output.
    pub(super) exits: HashMap<usize, i64>,
    /// Which Set node has a name.
    pub(super) setters: HashMap<String, usize>,
    /// About how many bytes a copy of it takes.
    pub(super) weight: usize,
    /// Whether its host's inputs are told by position, not by name.
    pub(super) by_position: bool,
}

/// A node of which id and class are known.
pub(super) struct GraphNode {
    pub(super) id: String,
    pub(super) class: String,
    pub(super) role: Role,
    pub(super) raw: RawNode,
}

impl GraphNode {
    /// Whether it is muted: neither it nor what only it feeds runs.
    pub(super) fn is_muted(&self) -> bool {
        self.raw.mode == 2
    }

    /// Whether it is bypassed: what it gets goes on in its place.
    pub(super) fn is_bypassed(&self) -> bool {
        self.raw.mode == 4
    }

    /// A problem of it, under the id it has in the prompt.
    pub(super) fn problem(&self, prefix: &str, message: impl Into<String>) -> Problem {
        Problem {
            class: Some(short(&self.class)),
            title: self.raw.title.as_deref().map(short),
            ..Problem::of(&format!("{prefix}{}", self.id), message)
        }
    }

    /// The name of a Get or Set node.
    pub(super) fn variable(&self) -> Option<&str> {
        self.raw.widgets.get(0)?.as_str()
    }
}

impl Graph {
    /// Indexes a graph; `role` says what a class does.
    pub(super) fn new(
        raw: RawGraph,
        role: impl Fn(&str) -> Role,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut graph = Self {
            inputs: raw.inputs,
            outputs: raw.outputs,
            input_node: raw.input_node,
            ..Self::default()
        };
        graph.weight = 100 * (graph.inputs.len() + graph.outputs.len());
        for node in raw.nodes.0.into_iter().flatten() {
            match node {
                Some(node) => graph.add(node, &role, problems),
                None => problems.push(Problem::whole("one of the `nodes` is not a JSON object")),
            }
        }
        graph.links = raw
            .links
            .read()
            .into_iter()
            .filter_map(|link| Some((link.id?, link)))
            .collect();
        for (place, node) in graph.nodes.iter().enumerate() {
            for (slot, input) in node.raw.inputs.iter().enumerate() {
                if let Some(link) = input.link {
                    graph.taken.insert(link, (place, slot));
                }
            }
        }
        let output_node = raw.output_node.as_deref().unwrap_or("-20");
        for (slot, output) in graph.outputs.iter().enumerate() {
            if let Some(link) = output
                .links
                .iter()
                .find(|link| graph.links.contains_key(link))
            {
                graph.exits.insert(slot, *link);
            }
        }
        for (id, link) in graph
            .links
            .iter()
            .filter(|(_, link)| link.target == output_node)
        {
            graph.exits.entry(link.target_slot).or_insert(*id);
        }
        graph
    }

    fn add(&mut self, raw: RawNode, role: impl Fn(&str) -> Role, problems: &mut Vec<Problem>) {
        let Some(id) = raw.id.clone().filter(|id| id.len() <= LONGEST_ID) else {
            problems.push(Problem {
                class: raw.class.as_deref().map(short),
                title: raw.title.as_deref().map(short),
                ..Problem::whole("a node has no `id`; save the workflow in ComfyUI again")
                    .coded("no_id", &[])
            });
            return;
        };
        let Some(class) = raw.class.clone() else {
            let message = "the node has no `type`; save the workflow in ComfyUI again";
            problems.push(Problem {
                title: raw.title.as_deref().map(short),
                ..Problem::of(&id, message).coded("no_class", &["type"])
            });
            return;
        };
        let role = role(&class);
        self.weight += weigh_node(&class, &raw);
        let node = GraphNode {
            id: id.clone(),
            class,
            role,
            raw,
        };
        if self.by_id.contains_key(&id) {
            let message = "two nodes have this ID and only the first is used; delete the other and add it again";
            problems.push(node.problem("", message).coded("second_id", &[]));
            return;
        }
        if let (Role::Set, Some(name)) = (role, node.variable()) {
            self.setters
                .entry(name.to_owned())
                .or_insert(self.nodes.len());
        }
        self.by_id.insert(id, self.nodes.len());
        self.nodes.push(node);
    }

    /// Whether a link comes from the graph's own inputs.
    pub(super) fn enters(&self, link: &RawLink) -> bool {
        self.input_node
            .as_ref()
            .is_some_and(|node| *node == link.origin)
    }

    /// The inner inputs that an input of the subgraph feeds: node and slot.
    pub(super) fn fed_by(&self, input: usize) -> impl Iterator<Item = (usize, &RawSlot)> {
        let links = self.inputs.get(input).map(|input| input.links.as_slice());
        links.unwrap_or_default().iter().filter_map(|link| {
            let (node, slot) = *self.taken.get(link)?;
            Some((node, self.nodes.get(node)?.raw.inputs.get(slot)?))
        })
    }
}
