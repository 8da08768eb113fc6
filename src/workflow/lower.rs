//! Lowering: puts values into a workflow and replaces marker nodes that an engine does not know by
//! core nodes, so that a plain ComfyUI can run it. Does not know fields.
//! Source: ComfyUI's `GET /object_info`.

mod name_texts;
mod output;
mod unknown;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::classes::NodeClasses;
use super::graph::{Link, Node, Workflow};
use super::marks::{InputMark, OWN, StandIn};

pub use unknown::{class_problems, unknown_classes};

/// A value for a marker node.
#[derive(Clone, Debug, PartialEq)]
pub enum Fill {
    /// A literal: text, a number with all its digits, or a boolean.
    Literal(Value),
    /// A file, by its name on the engine.
    File(String),
    /// No value: inputs linked to the node are left out.
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
/// the id of its marker node, or [`AppInput::key`](super::AppInput::key). An input without a value counts
/// as [`Fill::Nothing`].
pub fn lower(workflow: &Workflow, values: &HashMap<String, Fill>, known: &NodeClasses) -> Workflow {
    let exposure = workflow.exposure();
    let mut nodes = Vec::with_capacity(workflow.nodes.len());
    let mut literals = HashMap::new();
    for node in &workflow.nodes {
        let Some(mark) = exposure.mark(node) else {
            nodes.push(output::lowered(node, known));
            continue;
        };
        let value = values.get(&node.id).and_then(Fill::value);
        match lower_input(node, mark, value, known.contains(&node.class)) {
            Lowered::Node(lowered) => nodes.push(output::with_defaults(lowered, known)),
            Lowered::Literal(value) => {
                literals.insert(node.id.as_str(), value);
            }
        }
    }
    for node in &mut nodes {
        replace_links(node, &literals);
    }
    let mut lowered = Workflow {
        nodes,
        app_inputs: Vec::new(),
    };
    set_app_inputs(workflow, values, &mut lowered);
    name_texts::fill_in(&mut lowered, workflow, values);
    lowered
}

/// The result of lowering a marker node.
enum Lowered {
    Node(Node),
    /// The node is removed, and this value replaces every link to it; `None` removes those inputs too.
    Literal(Option<Value>),
}

fn lower_input(node: &Node, mark: &InputMark, value: Option<Value>, known: bool) -> Lowered {
    let Some(value) = value else {
        return lower_without_value(node, mark, known);
    };
    match (mark.stand_in, mark.value) {
        (StandIn::Node(core), taker) if !(known && taker.is_some()) => {
            let inputs = Map::from_iter([(core.input.to_owned(), value)]);
            Lowered::Node(Node {
                class: core.class.to_owned(),
                inputs,
                ..node.clone()
            })
        }
        (StandIn::Literal, _) if !known => Lowered::Literal(Some(value)),
        (_, taker) => {
            let mut node = node.clone();
            if let Some(taker) = taker {
                node.inputs.insert(taker.to_owned(), value);
            }
            Lowered::Node(node)
        }
    }
}

/// Lowers a marker node that has no value.
fn lower_without_value(node: &Node, mark: &InputMark, known: bool) -> Lowered {
    let fallback = mark.fallback.and_then(|input| node.inputs.get(input));
    match fallback.filter(|value| Link::of(value).is_some()) {
        Some(link) => Lowered::Literal(Some(link.clone())),
        // Nodes of other families can run with their own values; ours have only the run's value.
        None if mark.is_core() || (known && mark.family != &OWN) => Lowered::Node(node.clone()),
        None => Lowered::Literal(None),
    }
}

fn replace_links(node: &mut Node, literals: &HashMap<&str, Option<Value>>) {
    node.inputs
        .retain(|_, value| match follow(value, literals) {
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

/// Follows a link to removed marker nodes, one of which may lead to another.
fn follow(value: &Value, literals: &HashMap<&str, Option<Value>>) -> Followed {
    let mut followed = Followed::Unchanged;
    let mut link = Link::of(value);
    // More steps than removed nodes means a cycle.
    for _ in 0..=literals.len() {
        let Some(literal) = link.and_then(|link| literals.get(link.node)) else {
            return followed;
        };
        let Some(literal) = literal else {
            return Followed::ToNothing;
        };
        link = Link::of(literal);
        followed = Followed::To(literal.clone());
    }
    Followed::ToNothing
}

/// Puts the values of App Mode inputs into their targets. A target without a value keeps its own.
fn set_app_inputs(workflow: &Workflow, values: &HashMap<String, Fill>, lowered: &mut Workflow) {
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
