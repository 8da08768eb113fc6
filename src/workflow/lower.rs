//! Lowering: puts values into a workflow and replaces marker nodes that an engine does not know by
//! core nodes, so that a plain ComfyUI can run it. Does not know fields.
//! Source: ComfyUI's `GET /object_info`.

mod chosen_models;
mod file_names;
mod fit;
mod name_texts;
mod output;
mod unknown;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::classes::{ClassInput, NodeClasses};
use super::custom_combo;
use super::graph::{Link, Node, Workflow};
use super::marks::{InputMark, OWN, StandIn};
use super::model_link::ModelLink;
use super::power_loras;

pub use chosen_models::ChosenModel;
use fit::Place;
pub use fit::{Misfit, boolean};
pub use unknown::{class_problems, missing_class_problems, unknown_classes};

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
    lower_checked(workflow, values, known).0
}

/// [`lower`], with the values that do not fit the inputs that they feed; these stay as they are.
pub fn lower_checked(
    workflow: &Workflow,
    values: &HashMap<String, Fill>,
    known: &NodeClasses,
) -> (Workflow, Vec<Misfit>) {
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
    let mut inputs = Inputs {
        known,
        model_links: &workflow.model_links,
        misfits: Vec::new(),
    };
    for node in &mut nodes {
        inputs.replace_links(node, &literals);
    }
    let mut lowered = Workflow {
        nodes,
        ..Workflow::default()
    };
    inputs.set_app_inputs(workflow, values, &mut lowered);
    for node in &mut lowered.nodes {
        file_names::spell(node, known);
    }
    name_texts::fill_in(&mut lowered, workflow, values);
    (lowered, inputs.misfits)
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
    // Only our own marks become their value also where the engine knows them: the value is then fitted to the inputs
    // that it feeds, and a number keeps its digits. An engine would read it as a FLOAT first.
    let stays = known && mark.family != &OWN;
    match (mark.stand_in, mark.value) {
        (StandIn::Node(core), taker) if !(known && taker.is_some()) => {
            let inputs = Map::from_iter([(core.input.to_owned(), value)]);
            Lowered::Node(Node {
                class: core.class.to_owned(),
                inputs,
                ..node.clone()
            })
        }
        (StandIn::Literal, _) if !stays => Lowered::Literal(Some(value)),
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

/// Sets inputs of nodes to values of the run.
struct Inputs<'a> {
    known: &'a NodeClasses,
    model_links: &'a [ModelLink],
    misfits: Vec<Misfit>,
}

impl Inputs<'_> {
    /// Replaces the links of a node to removed marker nodes.
    fn replace_links(&mut self, node: &mut Node, literals: &HashMap<&str, Option<Value>>) {
        let class = self.known.get(&node.class);
        node.inputs.retain(|name, value| {
            let Some(followed) = follow(value, literals) else {
                return true;
            };
            let input = class.and_then(|class| class.input(name));
            let literal = followed
                .value
                .and_then(|value| self.fitted(followed.key, value, &node.class, input));
            literal.is_some_and(|literal| {
                *value = literal;
                true
            })
        });
    }

    /// A value as an input takes it. `key` is its key among the run's values.
    fn fitted(
        &mut self,
        key: &str,
        value: &Value,
        class: &str,
        input: Option<&ClassInput>,
    ) -> Option<Value> {
        let Some(input) = input.filter(|_| Link::of(value).is_none()) else {
            return Some(value.clone());
        };
        let place = Place {
            class,
            links: self.model_links,
        };
        fit::fitted(value, input, place).unwrap_or_else(|(message, kind)| {
            let key = key.to_owned();
            self.misfits.push(Misfit { key, message, kind });
            Some(value.clone())
        })
    }

    /// Puts the values of App Mode inputs into their targets. A target without a value keeps its own.
    fn set_app_inputs(
        &mut self,
        workflow: &Workflow,
        values: &HashMap<String, Fill>,
        lowered: &mut Workflow,
    ) {
        let mut given: HashMap<&str, Vec<(&str, String, &Fill)>> = HashMap::new();
        for app in &workflow.app_inputs {
            let key = app.key();
            let Some(fill) = values.get(&key) else {
                continue;
            };
            for target in &app.targets {
                let inputs = given.entry(&target.node).or_default();
                inputs.push((&target.input, key.clone(), fill));
            }
        }
        for node in &mut lowered.nodes {
            let class = self.known.get(&node.class);
            let Some(given) = given.remove(node.id.as_str()) else {
                continue;
            };
            for (name, key, fill) in given {
                let Some(value) = fill.value() else { continue };
                let is_literal = matches!(fill, Fill::Literal(_));
                let input = class.and_then(|class| class.input(name));
                let input = input.or_else(|| power_loras::input(&node.class, name, self.known));
                let input = input.filter(|_| is_literal);
                let fitted = self.fitted(&key, &value, &node.class, input);
                node.set_value(name, fitted);
            }
            custom_combo::update(&node.class, &mut node.inputs);
        }
    }
}

/// Where a link to a removed marker node leads.
struct Followed<'a> {
    /// The last of these nodes.
    key: &'a str,
    /// Its value, which may be a link to another node.
    value: Option<&'a Value>,
}

/// Follows a link to removed marker nodes, one of which may lead to another; `None` for another value.
fn follow<'a>(
    value: &'a Value,
    literals: &'a HashMap<&str, Option<Value>>,
) -> Option<Followed<'a>> {
    let mut followed = None;
    let mut link = Link::of(value);
    // More steps than removed nodes means a cycle.
    for _ in 0..=literals.len() {
        let Some((key, literal)) = link.and_then(|link| literals.get_key_value(link.node)) else {
            return followed;
        };
        let value = literal.as_ref();
        followed = Some(Followed { key, value });
        link = value.and_then(Link::of);
    }
    followed.map(|followed| Followed {
        value: None,
        ..followed
    })
}

#[cfg(test)]
mod tests;
