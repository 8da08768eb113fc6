//! The nodes of the prompt: every one that runs, with the values of its widgets and its links.

use serde_json::{Map, Value, json};

use super::graph::{Graph, GraphNode};
use super::resolve::{Resolver, Source};
use super::role::{self, Role};
use super::scope::Scope;
use super::weight::weigh;
use super::widget;
use crate::workflow::links::Places;
use crate::workflow::{Link, Node, Problem, marks};

/// How many bytes of values primitives and promoted widgets may put into what they feed.
const MOST_BYTES: usize = 64 << 20;

/// The nodes of the prompt, in the order in which ComfyUI's own export has them: first those whose
/// id is a number, by that; then those of subgraphs.
pub(super) fn nodes(
    graphs: &[Graph],
    scopes: &[Scope],
    problems: &mut Vec<Problem>,
) -> (Vec<Node>, Places) {
    let mut emitter = Emitter {
        resolver: Resolver::new(graphs, scopes),
        room: MOST_BYTES,
        problems,
    };
    let mut nodes = Vec::new();
    let mut waiting = vec![0];
    while let Some(at) = waiting.pop() {
        let scope = &scopes[at];
        let mut inner: Vec<usize> = Vec::new();
        for (place, node) in graphs[scope.graph].nodes.iter().enumerate() {
            inner.extend(scope.children.get(&place));
            if node.role != Role::Runs || node.is_muted() || node.is_bypassed() {
                continue;
            }
            if role::is_subgraph_id(&node.class) || role::group_name(&node.class).is_some() {
                let message =
                    "its subgraph or group is missing from the file; save the workflow again";
                let problem = node.problem(&scope.prefix, message);
                emitter
                    .problems
                    .push(problem.coded("missing_subgraph", &[]));
                continue;
            }
            nodes.push(emitter.node(scopes, at, place, node));
        }
        waiting.extend(inner.into_iter().rev());
    }
    nodes.sort_by_cached_key(|node| node.id.parse::<u64>().unwrap_or(u64::MAX));
    let ids = nodes.iter().enumerate();
    let places = ids.map(|(place, node)| (node.id.clone(), place)).collect();
    drop_links_to_what_is_not_there(&mut nodes, &places);
    (nodes, places)
}

struct Emitter<'a, 'p> {
    resolver: Resolver<'a>,
    room: usize,
    problems: &'p mut Vec<Problem>,
}

impl<'a> Emitter<'a, '_> {
    fn node(&mut self, scopes: &[Scope], at: usize, place: usize, node: &'a GraphNode) -> Node {
        let scope = &scopes[at];
        let mut inputs = widget::values(&node.class, &node.raw).unwrap_or_else(|| {
            if marks::input(&node.class).is_some() {
                let message = "its values cannot be matched to its widgets; save the workflow again \
                               in a current ComfyUI";
                let problem = node.problem(&scope.prefix, message);
                self.problems.push(problem.coded("values_unnamed", &[]));
            }
            Map::new()
        });
        for (name, value) in scope.promoted.inner.get(&place).into_iter().flatten() {
            inputs.insert(name.clone(), widget::wrapped(value));
        }
        for input in &node.raw.inputs {
            let Some(link) = input.link else { continue };
            let source = self.resolver.source(at, input, link);
            match self.value(source) {
                Ok(Some(value)) => {
                    inputs.insert(input.name.clone(), value);
                }
                Ok(None) => {}
                Err(why) => {
                    let message = format!("its input `{}` {why}", input.name);
                    self.problems.push(node.problem(&scope.prefix, message));
                }
            }
        }
        Node {
            id: format!("{}{}", scope.prefix, node.id),
            class: node.class.clone(),
            title: node.raw.title.clone(),
            inputs,
        }
    }

    fn make_room(&mut self, value: &Value) -> Result<(), &'static str> {
        if self.room > 0 {
            self.room = self.room.saturating_sub(weigh(value));
        }
        match self.room {
            0 => Err("is left out: the primitives in the file hold too much data"),
            _ => Ok(()),
        }
    }

    /// What an input takes from its source; `None`: what its widget holds.
    fn value(&mut self, source: Source) -> Result<Option<Value>, String> {
        match source {
            Source::Node(scope, place, slot) => {
                let id = self.resolver.id(scope, place);
                Ok(Some(json!([id, slot])))
            }
            Source::Primitive(..) | Source::Promoted(..) => {
                let Some(value) = self.resolver.value(&source) else {
                    return Ok(None);
                };
                self.make_room(value)?;
                Ok(Some(widget::wrapped(value)))
            }
            Source::Nothing => Ok(None),
            Source::Missing(missing) => Err(missing.words()),
        }
    }
}

/// ComfyUI leaves out a link to a node that does not run.
fn drop_links_to_what_is_not_there(nodes: &mut [Node], places: &Places) {
    for node in nodes {
        node.inputs
            .retain(|_, value| Link::of(value).is_none_or(|link| places.contains_key(link.node)));
    }
}
