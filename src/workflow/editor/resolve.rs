//! Where an input's value really comes from, through reroutes, bypassed nodes and the borders of
//! subgraphs. Source: how ComfyUI's editor makes a prompt of a graph.

mod source;
mod step;

use std::collections::HashMap;

use serde_json::Value;

use super::graph::{Graph, GraphNode};
use super::raw::RawSlot;
use super::scope::Scope;
pub(super) use source::{Missing, Source};
use step::{Place, Step};

/// How many steps may be taken for each node and link of a file: enough for any graph, and few
/// enough that none keeps the reader for long.
const STEPS: usize = 8;
const LEAST_STEPS: usize = 100_000;

/// Follows links; what was followed once is known.
pub(super) struct Resolver<'a> {
    graphs: &'a [Graph],
    scopes: &'a [Scope],
    known: HashMap<Place, Option<Source>>,
    kinds: HashMap<&'a str, usize>,
    kind_names: Vec<&'a str>,
    steps: usize,
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
}
