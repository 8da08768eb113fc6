//! Expands subgraphs: the root graph, and one scope per node that is a subgraph. Ids inside a scope
//! look like `57:8`: node 8 of the subgraph in node 57.

use std::collections::HashMap;

use super::graph::{Graph, GraphNode};
use super::node_role::NodeRole;
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

/// One occurrence of a graph in the expanded workflow.
pub(crate) struct Scope {
    pub(super) graph: usize,
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
pub(super) fn expand(
    graphs: &[Graph],
    classes: &NodeClasses,
    problems: &mut Vec<Problem>,
) -> Vec<Scope> {
    let mut scopes = vec![Scope {
        graph: 0,
        host: None,
        prefix: String::new(),
        children: HashMap::new(),
        slots: Vec::new(),
        promoted: Promoted::default(),
        depth: 0,
    }];
    let mut budget = Budget::default();
    let mut sources = PromotedSources::new(graphs, classes);
    let mut at = 0;
    while at < scopes.len() {
        for (node_index, node) in graphs[scopes[at].graph].nodes.iter().enumerate() {
            let NodeRole::Host(inner) = node.role else {
                continue;
            };
            // The editor looks at the mode of a subgraph's node in the root graph only.
            if at == 0 && (node.is_muted() || node.is_bypassed()) {
                continue;
            }
            match budget.spend(&scopes, at, inner, &graphs[inner]) {
                Ok(true) => {}
                // One problem says it for all.
                Ok(false) => continue,
                Err(why) => {
                    problems.push(node.problem(&scopes[at].prefix, why));
                    continue;
                }
            }
            let child = scopes.len();
            let host = (at, node_index);
            let overridden = scopes[at].promoted.inner.get(&node_index);
            let overridden = overridden.map_or(&[][..], Vec::as_slice);
            let mut promoted = promoted::of(node, inner, overridden, &mut sources);
            if !graphs[inner].by_position {
                promoted.add_inner(node, inner, &mut sources);
            }
            let scope = scope(&scopes[at], host, node, inner, &graphs[inner]);
            scopes.push(Scope { promoted, ..scope });
            scopes[at].children.insert(node_index, child);
        }
        at += 1;
    }
    scopes
}

fn scope(
    outer: &Scope,
    host: (usize, usize),
    node: &GraphNode,
    inner: usize,
    graph: &Graph,
) -> Scope {
    Scope {
        graph: inner,
        host: Some(host),
        prefix: format!("{}{}:", outer.prefix, node.id),
        children: HashMap::new(),
        slots: slots(node, graph),
        promoted: Promoted::default(),
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
    fn spend(
        &mut self,
        scopes: &[Scope],
        at: usize,
        inner: usize,
        graph: &Graph,
    ) -> Result<bool, String> {
        if self.is_spent {
            return Ok(false);
        }
        let mut outer = Some(at);
        while let Some(scope) = outer.map(|scope| &scopes[scope]) {
            if scope.graph == inner {
                return Err("its subgraph contains itself; remove one of them".to_owned());
            }
            outer = scope.host.map(|(scope, _)| scope);
        }
        if scopes[at].depth >= DEEPEST {
            let why = "its subgraph is nested too deeply; unpack some of the subgraphs around it";
            return Err(why.to_owned());
        }
        self.nodes += graph.nodes.len() + 1;
        self.bytes += graph.size + scopes[at].prefix.len() * graph.nodes.len();
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
