//! The places where graphs stand: the file's own, and each subgraph once for every node that is
//! one. Ids inside read `57:8`: node 8 of the subgraph that node 57 is.

use std::collections::HashMap;

use serde_json::Value;

use super::graph::{Graph, GraphNode};
use super::promoted::{self, Promoted};
use super::role::Role;
use crate::workflow::Problem;

/// How deep subgraphs may stand in each other.
const DEEPEST: usize = 32;

/// How many nodes all copies of subgraphs may have, and about how many bytes.
const MOST_NODES: usize = 200_000;
const MOST_BYTES: usize = 64 << 20;

/// One place where a graph stands.
pub(super) struct Scope {
    pub(super) graph: usize,
    /// The scope and the node that it stands in for; none of the file's own graph.
    pub(super) host: Option<(usize, usize)>,
    /// What stands before the ids of its nodes: `57:`.
    pub(super) prefix: String,
    /// The scopes of the nodes that are graphs.
    pub(super) children: HashMap<usize, usize>,
    /// Which of the host's inputs each input of the subgraph is.
    pub(super) slots: Vec<Option<usize>>,
    /// What the host says of widgets inside.
    pub(super) promoted: Promoted,
    depth: usize,
}

/// Lays the graphs out, the first at the root.
pub(super) fn lay_out(graphs: &[Graph], problems: &mut Vec<Problem>) -> Vec<Scope> {
    let mut scopes = vec![Scope {
        graph: 0,
        host: None,
        prefix: String::new(),
        children: HashMap::new(),
        slots: Vec::new(),
        promoted: Promoted::default(),
        depth: 0,
    }];
    let mut room = Room::default();
    let mut at = 0;
    while at < scopes.len() {
        for (place, node) in graphs[scopes[at].graph].nodes.iter().enumerate() {
            let Role::Host(inner) = node.role else {
                continue;
            };
            if node.is_muted() || node.is_bypassed() {
                continue;
            }
            if let Err(why) = room.take(&scopes, at, inner, &graphs[inner]) {
                problems.push(node.problem(&scopes[at].prefix, why));
                continue;
            }
            let child = scopes.len();
            let scope = enter(&scopes[at], (at, place), node, inner, &graphs[inner]);
            scopes.push(scope);
            scopes[at].children.insert(place, child);
        }
        at += 1;
    }
    scopes
}

fn enter(
    outer: &Scope,
    host: (usize, usize),
    node: &GraphNode,
    inner: usize,
    graph: &Graph,
) -> Scope {
    let overridden = outer.promoted.inner.get(&host.1);
    Scope {
        graph: inner,
        host: Some(host),
        prefix: format!("{}{}:", outer.prefix, node.id),
        children: HashMap::new(),
        slots: slots(node, graph),
        promoted: promoted::of(node, graph, overridden.map_or(&[], Vec::as_slice)),
        depth: outer.depth + 1,
    }
}

fn slots(host: &GraphNode, graph: &Graph) -> Vec<Option<usize>> {
    let named: HashMap<&str, usize> = host
        .raw
        .inputs
        .iter()
        .enumerate()
        .map(|(slot, input)| (&*input.name, slot))
        .collect();
    let slot = |(place, input): (usize, &super::raw::RawSlot)| match graph.by_position {
        true => Some(place),
        false => named.get(&*input.name).copied(),
    };
    graph.inputs.iter().enumerate().map(slot).collect()
}

/// What copies of subgraphs have used up.
#[derive(Default)]
struct Room {
    nodes: usize,
    bytes: usize,
}

impl Room {
    fn take(
        &mut self,
        scopes: &[Scope],
        at: usize,
        inner: usize,
        graph: &Graph,
    ) -> Result<(), &'static str> {
        let mut outer = Some(at);
        while let Some(scope) = outer.map(|scope| &scopes[scope]) {
            if scope.graph == inner {
                return Err("its subgraph contains itself; remove one of them");
            }
            outer = scope.host.map(|(scope, _)| scope);
        }
        if scopes[at].depth >= DEEPEST {
            return Err(
                "its subgraph is nested too deeply; unpack some of the subgraphs around it",
            );
        }
        self.nodes += graph.nodes.len() + 1;
        self.bytes += graph.weight + scopes[at].prefix.len() * graph.nodes.len();
        if self.nodes > MOST_NODES || self.bytes > MOST_BYTES {
            return Err(
                "its subgraph is left out: the subgraphs in the file are too large to expand",
            );
        }
        Ok(())
    }
}

/// The host's values for widgets inside, by the subgraph's input.
pub(super) type Slots = HashMap<usize, Value>;
