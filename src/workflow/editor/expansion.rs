//! Expands subgraphs: the root graph, and one scope per node that is a subgraph. Ids inside a scope
//! look like `57:8`: node 8 of the subgraph in node 57.

use std::collections::{HashMap, VecDeque};
use std::{iter, ptr};

use super::graph::{Graph, GraphNode};
use super::promoted::{self, Promoted};
use super::promoted_source::PromotedSources;
use crate::classes::NodeClasses;
use crate::problem::Problem;
use crate::serialized::SerializedSlot;

/// Maximum depth of subgraphs.
const DEEPEST: usize = 32;

/// Limits for all copies of subgraphs together: number of nodes, and approximate size in bytes. Subgraphs in subgraphs
/// multiply, so that a file of a few kilobytes can describe millions of nodes.
const MOST_NODES: usize = 20_000;
const MOST_BYTES: usize = 64 << 20;

/// The index of the root graph's scope.
pub(super) const ROOT: usize = 0;

/// The expanded graphs: the root's scope, then those inside of others.
pub(crate) struct Scopes<'a>(Vec<Scope<'a>>);

impl<'a> Scopes<'a> {
    pub(super) fn get(&self, scope: usize) -> Option<&Scope<'a>> {
        self.0.get(scope)
    }

    /// A node of a scope's graph.
    pub(super) fn node(&self, scope: usize, node: usize) -> Option<&'a GraphNode> {
        self.get(scope)?.graph.nodes.get(node)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Scope<'a>> {
        self.0.iter()
    }
}

/// One occurrence of a graph in the expanded workflow.
pub(crate) struct Scope<'a> {
    pub(super) graph: &'a Graph,
    /// The outer scope and its node that hosts this graph; `None` for the root graph.
    pub(super) host: Option<(usize, usize)>,
    /// The prefix of its node ids: `57:`.
    pub(super) prefix: String,
    /// Maps each node to the scope inside it.
    pub(super) children: HashMap<usize, usize>,
    /// The host's input for each input of the subgraph.
    pub(super) slots: Vec<Option<usize>>,
    /// The host's values for inner widgets.
    pub(super) promoted: Promoted,
    depth: usize,
}

/// Expands the graphs, starting with the first as the root.
pub(super) fn expand<'a>(
    graphs: &'a [Graph],
    classes: &NodeClasses,
    problems: &mut Vec<Problem>,
) -> Scopes<'a> {
    let mut scopes = Vec::new();
    let mut pending: VecDeque<Scope> = graphs.first().map(scope).into_iter().collect();
    let mut budget = Budget::default();
    let mut sources = PromotedSources::new(graphs, classes);
    while let Some(mut outer) = pending.pop_front() {
        let at = scopes.len();
        for (node_index, node) in outer.graph.nodes.iter().enumerate() {
            let Some(graph) = node.inner(graphs) else {
                continue;
            };
            // The editor looks at the mode of a subgraph's node in the root graph only.
            if at == ROOT && (node.is_muted() || node.is_bypassed()) {
                continue;
            }
            match budget.spend(&scopes, &outer, graph) {
                Ok(true) => {}
                // One problem says it for all.
                Ok(false) => continue,
                Err(why) => {
                    problems.push(node.problem(&outer.prefix, why));
                    continue;
                }
            }
            let overridden = outer.promoted.inner.get(&node_index);
            let overridden = overridden.map_or(&[][..], Vec::as_slice);
            let mut promoted = promoted::of(node, graph, overridden, &mut sources);
            if !graph.by_position {
                promoted.add_inner(node, graph, &mut sources);
            }
            let child = at + 1 + pending.len();
            pending.push_back(Scope {
                host: Some((at, node_index)),
                prefix: format!("{}{}:", outer.prefix, node.id),
                slots: slots(node, graph),
                promoted,
                depth: outer.depth + 1,
                ..scope(graph)
            });
            outer.children.insert(node_index, child);
        }
        scopes.push(outer);
    }
    Scopes(scopes)
}

/// The scope of a graph that no node hosts.
fn scope(graph: &Graph) -> Scope<'_> {
    Scope {
        graph,
        host: None,
        prefix: String::new(),
        children: HashMap::new(),
        slots: Vec::new(),
        promoted: Promoted::default(),
        depth: 0,
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
    let slot = |(position, input): (usize, &SerializedSlot)| match graph.by_position {
        true => Some(position),
        false => named.get(&*input.name).copied(),
    };
    graph.inputs.iter().enumerate().map(slot).collect()
}

/// The nodes and bytes that copies of subgraphs have used.
#[derive(Default)]
struct Budget {
    nodes: usize,
    bytes: usize,
    is_spent: bool,
}

impl Budget {
    /// Whether a copy may be made.
    ///
    /// # Errors
    /// Why not. That the budget is spent is reported once.
    fn spend(&mut self, scopes: &[Scope], outer: &Scope, graph: &Graph) -> Result<bool, String> {
        if self.is_spent {
            return Ok(false);
        }
        let host = |scope: &&Scope| scopes.get(scope.host?.0);
        let mut around = iter::successors(Some(outer), host);
        if around.any(|scope| ptr::eq(scope.graph, graph)) {
            return Err("its subgraph contains itself; remove one of them".to_owned());
        }
        if outer.depth >= DEEPEST {
            let why = "its subgraph is nested too deeply; unpack some of the subgraphs around it";
            return Err(why.to_owned());
        }
        self.nodes += graph.nodes.len() + 1;
        self.bytes += graph.size + outer.prefix.len() * graph.nodes.len();
        self.is_spent = self.nodes > MOST_NODES || self.bytes > MOST_BYTES;
        match self.is_spent {
            false => Ok(true),
            true => Err(format!(
                "its subgraph is left out: the subgraphs in the file are too large to expand, with more than {MOST_NODES} \
                 nodes or {} MB in all; use fewer copies of them",
                MOST_BYTES >> 20
            )),
        }
    }
}
