//! Single steps from an input towards the origin of its value. Does not remember the path.

use std::collections::HashMap;

use super::source::{Missing, Source};
use crate::editor::bypass;
use crate::editor::expansion::{Scope, Scopes};
use crate::editor::graph::GraphNode;
use crate::editor::node_role::NodeRole;
use crate::serialized::SerializedSlot;

/// Maximum number of steps per node and link of a file: enough for any real graph, but too few to block
/// the reader for long.
const STEPS: usize = 8;
const LEAST_STEPS: usize = 100_000;

/// An output, and the type of the input it goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OutputRef {
    pub(super) scope: usize,
    pub(super) node: usize,
    slot: usize,
    slot_type: usize,
}

/// The next place to look.
pub(crate) enum Step {
    /// A link in a scope's graph, into an input of this type.
    Link(usize, i64, usize),
    /// An output of a node.
    Output(OutputRef),
    /// Nowhere: this is the origin.
    Done(Source),
}

/// Takes steps through the expanded graphs.
pub(crate) struct Steps<'a> {
    pub(super) scopes: &'a Scopes<'a>,
    /// Slot types by number, and their numbers, which are cheap to copy and to compare.
    type_names: Vec<&'a str>,
    type_numbers: HashMap<&'a str, usize>,
    left: usize,
}

impl<'a> Steps<'a> {
    pub(super) fn new(scopes: &'a Scopes) -> Self {
        let sizes = scopes.iter().map(|scope| scope.graph);
        let size: usize = sizes
            .map(|graph| graph.nodes.len() + graph.links.len())
            .sum();
        Self {
            scopes,
            type_names: Vec::new(),
            type_numbers: HashMap::new(),
            left: LEAST_STEPS + STEPS * size,
        }
    }

    /// Uses up steps; `false` if none are left.
    pub(super) fn spend(&mut self, steps: usize) -> bool {
        let allowed = self.left > 0;
        self.left = self.left.saturating_sub(steps);
        allowed
    }

    /// The number of a slot type.
    pub(super) fn slot_type(&mut self, name: &'a str) -> usize {
        let new = self.type_names.len();
        let number = *self.type_numbers.entry(name).or_insert(new);
        if number == new {
            self.type_names.push(name);
        }
        number
    }

    /// Along a link to the output it comes from.
    pub(super) fn along(&mut self, scope: usize, link: i64, slot_type: usize) -> Step {
        let missing = |what| Step::Done(Source::Missing(what));
        let Some(own) = self.scopes.get(scope) else {
            return missing(Missing::Link(link));
        };
        let Some(link) = own.graph.links.get(&link) else {
            return missing(Missing::Link(link));
        };
        if own.graph.enters(link) {
            return self.at_host_input(scope, own, link.origin_slot);
        }
        let Some(&node) = own.graph.by_id.get(&link.origin) else {
            return missing(Missing::Node(link.origin.clone()));
        };
        Step::Output(OutputRef {
            scope,
            node,
            slot: link.origin_slot,
            slot_type,
        })
    }

    /// From an input of a subgraph to the matching input of its host.
    fn at_host_input(&mut self, scope: usize, own: &Scope, slot: usize) -> Step {
        let Some((outer, host)) = own.host else {
            return Step::Done(Source::Nothing);
        };
        let host = self.scopes.node(outer, host);
        let input = own.slots.get(slot).copied().flatten();
        match input.and_then(|input| host?.raw.inputs.get(input)) {
            Some(SerializedSlot {
                link: Some(link),
                kind,
                ..
            }) => {
                let slot_type = self.slot_type(kind);
                Step::Link(outer, *link, slot_type)
            }
            _ if own.promoted.slots.contains_key(&slot) => {
                Step::Done(Source::Promoted(scope, slot))
            }
            _ => Step::Done(Source::Nothing),
        }
    }

    /// From an output to the source of its value.
    pub(super) fn out_of(&mut self, output: OutputRef) -> Step {
        let OutputRef {
            scope,
            node: node_index,
            slot,
            ..
        } = output;
        let Some(node) = self.scopes.node(scope, node_index) else {
            return Step::Done(Source::Nothing);
        };
        match node.role {
            NodeRole::Primitive => Step::Done(Source::Primitive(scope, node_index)),
            _ if node.is_bypassed() => self.past_bypassed(output, node),
            NodeRole::Reroute | NodeRole::Set => past_reroute(node, output),
            NodeRole::Get => self.to_setter(output, node),
            NodeRole::Annotation => Step::Done(Source::Nothing),
            _ if node.is_muted() => Step::Done(Source::Nothing),
            NodeRole::Host(_) => self.inside_subgraph(output),
            NodeRole::Executed
                if !node.raw.outputs.is_empty() && slot >= node.raw.outputs.len() =>
            {
                Step::Done(Source::Missing(Missing::Slot(node.id.clone(), slot)))
            }
            NodeRole::Executed => Step::Done(Source::Node(scope, node_index, slot)),
        }
    }

    /// From a bypassed node to the input that is passed on in its place.
    fn past_bypassed(&mut self, output: OutputRef, node: &'a GraphNode) -> Step {
        self.spend(node.raw.inputs.len());
        let wanted = self.type_names.get(output.slot_type).copied();
        let input = bypass::input(&node.raw, output.slot, wanted.unwrap_or("*"));
        match input.and_then(|slot| node.raw.inputs.get(slot)) {
            Some(SerializedSlot {
                link: Some(link),
                kind,
                ..
            }) => {
                let slot_type = self.slot_type(kind);
                Step::Link(output.scope, *link, slot_type)
            }
            _ => Step::Done(Source::Nothing),
        }
    }

    /// From a Get node to the Set node with its name, in this scope or an outer one.
    fn to_setter(&self, output: OutputRef, node: &GraphNode) -> Step {
        let Some(name) = node.variable() else {
            return Step::Done(Source::Nothing);
        };
        let mut at = Some(output.scope);
        while let Some((scope, own)) = at.and_then(|at| Some((at, self.scopes.get(at)?))) {
            if let Some(&node) = own.graph.setters.get(name) {
                return Step::Output(OutputRef {
                    scope,
                    node,
                    slot: 0,
                    ..output
                });
            }
            at = own.host.map(|(outer, _)| outer);
        }
        Step::Done(Source::Nothing)
    }

    /// From an output of a subgraph's node to the link that ends there inside.
    fn inside_subgraph(&self, output: OutputRef) -> Step {
        let link = || {
            let own = self.scopes.get(output.scope)?;
            let inner = *own.children.get(&output.node)?;
            let links = &self.scopes.get(inner)?.graph.output_links;
            Some(Step::Link(
                inner,
                *links.get(&output.slot)?,
                output.slot_type,
            ))
        };
        link().unwrap_or(Step::Done(Source::Nothing))
    }
}

/// From a reroute to the input at the same position, or else its first.
fn past_reroute(node: &GraphNode, output: OutputRef) -> Step {
    let inputs = &node.raw.inputs;
    let input = inputs.get(output.slot).or(inputs.first());
    let link = input.and_then(|input| input.link);
    link.map_or(Step::Done(Source::Nothing), |link| {
        Step::Link(output.scope, link, output.slot_type)
    })
}
