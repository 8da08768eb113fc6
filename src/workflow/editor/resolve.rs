//! Where an input's value really comes from, through reroutes, bypassed nodes and the borders of
//! subgraphs. Source: how ComfyUI's editor makes a prompt of a graph.

use std::collections::HashMap;

use serde_json::Value;

use super::bypass;
use super::graph::{Graph, GraphNode};
use super::raw::RawSlot;
use super::role::Role;
use super::scope::Scope;

/// How many steps may be taken for each node and link of a file: enough for any graph, and few
/// enough that none keeps the reader for long.
const STEPS: usize = 8;
const LEAST_STEPS: usize = 100_000;

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// An output of a node, by scope, place and slot.
    Node(usize, usize, usize),
    /// The value of a primitive or of a promoted widget: where it stands.
    Primitive(usize, usize),
    Promoted(usize, usize),
    /// Nothing: the node keeps what its widget holds.
    Nothing,
    /// Something that is not in the file.
    Missing(Missing),
}

/// What is not in the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Missing {
    Link(i64),
    Node(String),
    Slot(String, usize),
    /// The graph is too tangled to follow, or leads back to where it came from.
    Way,
}

/// Follows links; what was followed once is known.
pub(super) struct Resolver<'a> {
    graphs: &'a [Graph],
    scopes: &'a [Scope],
    known: HashMap<Place, Option<Source>>,
    kinds: HashMap<&'a str, usize>,
    kind_names: Vec<&'a str>,
    steps: usize,
}

/// An output, and the type of what it goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    scope: usize,
    node: usize,
    slot: usize,
    kind: usize,
}

enum Step {
    /// On to a link of a scope's graph, into an input of this type.
    Link(usize, i64, usize),
    To(Place),
    Found(Source),
}

impl<'a> Resolver<'a> {
    pub(super) fn new(graphs: &'a [Graph], scopes: &'a [Scope]) -> Self {
        let sizes = scopes.iter().map(|scope| &graphs[scope.graph]);
        let size: usize = sizes
            .map(|graph| graph.nodes.len() + graph.links.len())
            .sum();
        Self {
            graphs,
            scopes,
            known: HashMap::new(),
            kinds: HashMap::new(),
            kind_names: Vec::new(),
            steps: LEAST_STEPS + STEPS * size,
        }
    }

    /// What comes into `input`, an input of a node of `scope`, over `link`.
    pub(super) fn source(&mut self, scope: usize, input: &'a RawSlot, link: i64) -> Source {
        let kind = self.kind(&input.kind);
        let mut way = Vec::new();
        let mut step = Step::Link(scope, link, kind);
        let found = loop {
            if self.steps == 0 {
                break Source::Missing(Missing::Way);
            }
            self.steps -= 1;
            step = match step {
                Step::Link(scope, link, kind) => self.along(scope, link, kind),
                Step::To(place) => match self.known.get(&place) {
                    Some(Some(known)) => break known.clone(),
                    Some(None) => break Source::Missing(Missing::Way),
                    None => {
                        self.known.insert(place, None);
                        way.push(place);
                        self.out_of(place)
                    }
                },
                Step::Found(source) => break source,
            };
        };
        for place in way {
            self.known.insert(place, Some(found.clone()));
        }
        found
    }

    /// The value that a primitive or a promoted widget holds.
    pub(super) fn value(&self, source: &Source) -> Option<&'a Value> {
        match *source {
            Source::Promoted(scope, slot) => self.scopes[scope].promoted.slots.get(&slot),
            Source::Primitive(scope, place) => {
                let overridden = self.scopes[scope].promoted.inner.get(&place);
                let overridden = overridden.and_then(|widgets| widgets.last());
                let own = self.node(scope, place).raw.widgets.get(0);
                overridden.map(|(_, value)| value).or(own)
            }
            _ => None,
        }
    }

    /// The id of a node in the prompt.
    pub(super) fn id(&self, scope: usize, place: usize) -> String {
        format!(
            "{}{}",
            self.scopes[scope].prefix,
            self.node(scope, place).id
        )
    }

    fn node(&self, scope: usize, place: usize) -> &'a GraphNode {
        &self.graphs[self.scopes[scope].graph].nodes[place]
    }

    fn kind(&mut self, kind: &'a str) -> usize {
        let new = self.kind_names.len();
        let known = *self.kinds.entry(kind).or_insert(new);
        if known == new {
            self.kind_names.push(kind);
        }
        known
    }

    fn along(&mut self, scope: usize, link: i64, kind: usize) -> Step {
        let missing = |what| Step::Found(Source::Missing(what));
        let graph = &self.graphs[self.scopes[scope].graph];
        let Some(found) = graph.links.get(&link) else {
            return missing(Missing::Link(link));
        };
        if graph.enters(found) {
            return self.out_through(scope, found.origin_slot);
        }
        let Some(&node) = graph.by_id.get(&found.origin) else {
            return missing(Missing::Node(found.origin.clone()));
        };
        Step::To(Place {
            scope,
            node,
            slot: found.origin_slot,
            kind,
        })
    }

    /// From an input of a subgraph to what feeds it outside.
    fn out_through(&mut self, scope: usize, slot: usize) -> Step {
        let (graphs, scopes) = (self.graphs, self.scopes);
        let Some((outer, host)) = scopes[scope].host else {
            return Step::Found(Source::Nothing);
        };
        let host = &graphs[scopes[outer].graph].nodes[host];
        let own = scopes[scope].slots.get(slot).copied().flatten();
        match own.and_then(|own| host.raw.inputs.get(own)) {
            Some(RawSlot {
                link: Some(link),
                kind,
                ..
            }) => {
                let kind = self.kind(kind);
                Step::Link(outer, *link, kind)
            }
            _ if scopes[scope].promoted.slots.contains_key(&slot) => {
                Step::Found(Source::Promoted(scope, slot))
            }
            _ => Step::Found(Source::Nothing),
        }
    }

    fn out_of(&mut self, at: Place) -> Step {
        let Place {
            scope,
            node: place,
            slot,
            kind,
        } = at;
        let node = self.node(scope, place);
        if node.is_bypassed() {
            return self.around(at);
        }
        match node.role {
            Role::Through | Role::Set => {
                let inputs = &node.raw.inputs;
                let link = inputs
                    .get(slot)
                    .or(inputs.first())
                    .and_then(|input| input.link);
                link.map_or(Step::Found(Source::Nothing), |link| {
                    Step::Link(scope, link, kind)
                })
            }
            Role::Get => self.to_setter(at, node),
            Role::Primitive => Step::Found(Source::Primitive(scope, place)),
            Role::Nothing => Step::Found(Source::Nothing),
            _ if node.is_muted() => Step::Found(Source::Nothing),
            Role::Host(_) => self.inside(at),
            Role::Runs if !node.raw.outputs.is_empty() && slot >= node.raw.outputs.len() => {
                Step::Found(Source::Missing(Missing::Slot(node.id.clone(), slot)))
            }
            Role::Runs => Step::Found(Source::Node(scope, place, slot)),
        }
    }

    /// From a bypassed node to the input that goes on in its place.
    fn around(&mut self, at: Place) -> Step {
        let node = self.node(at.scope, at.node);
        self.steps = self.steps.saturating_sub(node.raw.inputs.len());
        let wanted = self.kind_names.get(at.kind).copied().unwrap_or("*");
        let taken = bypass::input(&node.raw, at.slot, wanted);
        match taken.and_then(|slot| node.raw.inputs.get(slot)) {
            Some(RawSlot {
                link: Some(link),
                kind,
                ..
            }) => {
                let kind = self.kind(kind);
                Step::Link(at.scope, *link, kind)
            }
            _ => Step::Found(Source::Nothing),
        }
    }

    /// From a Get node to the Set node of its name, here or outside.
    fn to_setter(&self, at: Place, node: &GraphNode) -> Step {
        let Some(name) = node.variable() else {
            return Step::Found(Source::Nothing);
        };
        let mut scope = at.scope;
        loop {
            if let Some(&node) = self.graphs[self.scopes[scope].graph].setters.get(name) {
                return Step::To(Place {
                    scope,
                    node,
                    slot: 0,
                    ..at
                });
            }
            match self.scopes[scope].host {
                Some((outer, _)) => scope = outer,
                None => return Step::Found(Source::Nothing),
            }
        }
    }

    /// From an output of a subgraph's node to what feeds it inside.
    fn inside(&self, at: Place) -> Step {
        let Some(&inner) = self.scopes[at.scope].children.get(&at.node) else {
            return Step::Found(Source::Nothing);
        };
        let exits = &self.graphs[self.scopes[inner].graph].exits;
        let link = exits.get(&at.slot);
        link.map_or(Step::Found(Source::Nothing), |link| {
            Step::Link(inner, *link, at.kind)
        })
    }
}
