//! Lowering: values are put into a workflow, and the marker nodes an engine does not know become
//! core nodes, so that a plain ComfyUI needs no custom nodes to run it.
//! Source: ComfyUI's `GET /object_info`.

mod output;
mod unknown;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::marks::{InputMark, OWN, StandIn};
use super::{Link, Node, Workflow};

pub use unknown::unknown;

/// What goes into a marker node.
#[derive(Clone, Debug, PartialEq)]
pub enum Fill {
    /// A literal: text, a number with all its digits, or a boolean.
    Literal(Value),
    /// A file, by the name under which the engine keeps it.
    File(String),
    /// Nothing was given: whatever the node feeds goes without.
    Nothing,
}

impl Fill {
    fn value(&self) -> Option<Value> {
        match self {
            Self::Literal(value) => Some(value.clone()),
            Self::File(name) => Some(Value::from(name.as_str())),
            Self::Nothing => None,
        }
    }
}

/// Puts `values` into `workflow` and lowers it for an engine with these classes. A value's key is
/// the id of its marker node, or [`AppInput::key`](super::AppInput::key). `object_info` is the
/// answer of that engine's `GET /object_info`. An input without a value counts as
/// [`Fill::Nothing`].
pub fn lower(
    workflow: &Workflow,
    values: &HashMap<String, Fill>,
    object_info: &Map<String, Value>,
) -> Workflow {
    let exposure = workflow.exposure();
    let mut nodes = Vec::with_capacity(workflow.nodes.len());
    let mut literals = HashMap::new();
    for node in &workflow.nodes {
        let Some(mark) = exposure.mark(node) else {
            nodes.push(output::lowered(node, object_info));
            continue;
        };
        let value = values.get(&node.id).and_then(Fill::value);
        match place(node, mark, value, object_info.contains_key(&node.class)) {
            Placed::Node(placed) => nodes.push(output::with_defaults(placed, object_info)),
            Placed::Literal(value) => {
                literals.insert(node.id.as_str(), value);
            }
        }
    }
    for node in &mut nodes {
        put_literals(node, &literals);
    }
    let mut lowered = Workflow {
        nodes,
        app_inputs: Vec::new(),
    };
    put_app_inputs(workflow, values, &mut lowered);
    lowered
}

enum Placed {
    Node(Node),
    /// The node goes; this takes the place of every link to it. `None`: those inputs go too.
    Literal(Option<Value>),
}

fn place(node: &Node, mark: &InputMark, value: Option<Value>, known: bool) -> Placed {
    let Some(value) = value else {
        return without(node, mark, known);
    };
    match (mark.stand_in, mark.value) {
        (StandIn::Node(core), taker) if !(known && taker.is_some()) => {
            let inputs = Map::from_iter([(core.input.to_owned(), value)]);
            Placed::Node(Node {
                class: core.class.to_owned(),
                inputs,
                ..node.clone()
            })
        }
        (StandIn::Literal, _) if !known => Placed::Literal(Some(value)),
        (_, taker) => {
            let mut node = node.clone();
            if let Some(taker) = taker {
                node.inputs.insert(taker.to_owned(), value);
            }
            Placed::Node(node)
        }
    }
}

/// What becomes of a marker node for which nothing was given.
fn without(node: &Node, mark: &InputMark, known: bool) -> Placed {
    let fallback = mark.fallback.and_then(|input| node.inputs.get(input));
    match fallback.filter(|value| Link::of(value).is_some()) {
        Some(link) => Placed::Literal(Some(link.clone())),
        // Nodes of other families do with what they hold; ours hold nothing but what was given.
        None if mark.is_core() || (known && mark.family != &OWN) => Placed::Node(node.clone()),
        None => Placed::Literal(None),
    }
}

fn put_literals(node: &mut Node, literals: &HashMap<&str, Option<Value>>) {
    node.inputs
        .retain(|_, value| match followed(value, literals) {
            Followed::Unchanged => true,
            Followed::To(literal) => {
                *value = literal;
                true
            }
            Followed::ToNothing => false,
        });
}

enum Followed {
    Unchanged,
    To(Value),
    ToNothing,
}

/// What a link leads to: a marker node that went may have left a link to another that went.
fn followed(value: &Value, literals: &HashMap<&str, Option<Value>>) -> Followed {
    let mut found = Followed::Unchanged;
    let mut link = Link::of(value);
    // More steps than there are markers is a circle.
    for _ in 0..=literals.len() {
        let Some(literal) = link.and_then(|link| literals.get(link.node)) else {
            return found;
        };
        let Some(literal) = literal else {
            return Followed::ToNothing;
        };
        link = Link::of(literal);
        found = Followed::To(literal.clone());
    }
    Followed::ToNothing
}

/// Puts the values of App Mode inputs where they go; where nothing was given, the node keeps its
/// own.
fn put_app_inputs(workflow: &Workflow, values: &HashMap<String, Fill>, lowered: &mut Workflow) {
    let mut given: HashMap<&str, Vec<(&str, Value)>> = HashMap::new();
    for app in &workflow.app_inputs {
        let Some(value) = values.get(&app.key()).and_then(Fill::value) else {
            continue;
        };
        for target in &app.targets {
            let inputs = given.entry(&target.node).or_default();
            inputs.push((&target.input, value.clone()));
        }
    }
    for node in &mut lowered.nodes {
        for (input, value) in given.remove(node.id.as_str()).into_iter().flatten() {
            node.inputs.insert(input.to_owned(), value);
        }
    }
}

#[cfg(test)]
mod tests;
