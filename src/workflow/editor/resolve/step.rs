//! The steps from an input to where its value comes from.

use super::super::bypass;
use super::super::graph::GraphNode;
use super::super::raw::RawSlot;
use super::super::role::Role;
use super::{Missing, Resolver, Source};

/// An output, and the type of what it goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) scope: usize,
    pub(super) node: usize,
    pub(super) slot: usize,
    pub(super) kind: usize,
}

pub(super) enum Step {
    /// On to a link of a scope's graph, into an input of this type.
    Link(usize, i64, usize),
    To(Place),
    Found(Source),
}

impl<'a> Resolver<'a> {
    pub(super) fn along(&mut self, scope: usize, link: i64, kind: usize) -> Step {
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

    pub(super) fn out_of(&mut self, at: Place) -> Step {
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
