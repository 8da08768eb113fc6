//! Lowering: values are put into a workflow, and the marker nodes an engine does not know become
//! core nodes, so that a plain ComfyUI needs no custom nodes to run it.
//! Source: ComfyUI's `GET /object_info`.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::marks::{self, Core, InputMark};
use super::{Link, Node, Workflow};

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

/// Puts `values` (node id to value) into `workflow` and lowers it for an engine with these classes.
/// `object_info` is the answer of that engine's `GET /object_info`. A marker node without a value
/// counts as [`Fill::Nothing`].
pub fn lower(
    workflow: &Workflow,
    values: &HashMap<String, Fill>,
    object_info: &Map<String, Value>,
) -> Workflow {
    let mut nodes = Vec::with_capacity(workflow.nodes.len());
    let mut literals = HashMap::new();
    for node in &workflow.nodes {
        let Some(mark) = marks::input(&node.class) else {
            nodes.push(lower_output(node, object_info));
            continue;
        };
        let fill = values.get(&node.id).unwrap_or(&Fill::Nothing);
        match place(node, mark, fill, object_info.contains_key(&node.class)) {
            Placed::Node(placed) => nodes.push(placed),
            Placed::Literal(value) => {
                literals.insert(node.id.clone(), value);
            }
        }
    }
    for node in &mut nodes {
        put_literals(node, &literals);
    }
    Workflow { nodes }
}

enum Placed {
    Node(Node),
    /// The node goes; this takes the place of every link to it. `None`: those inputs go too.
    Literal(Option<Value>),
}

fn place(node: &Node, mark: &InputMark, fill: &Fill, known: bool) -> Placed {
    let value = match fill {
        Fill::Literal(value) => value.clone(),
        Fill::File(name) => Value::from(name.as_str()),
        Fill::Nothing => return Placed::Literal(None),
    };
    if known {
        let mut node = node.clone();
        node.inputs.insert(mark.value.to_owned(), value);
        return Placed::Node(node);
    }
    match mark.core {
        Some(core) => {
            let inputs = Map::from_iter([(core.input.to_owned(), value)]);
            Placed::Node(Node {
                class: core.class.to_owned(),
                inputs,
                ..node.clone()
            })
        }
        None => Placed::Literal(Some(value)),
    }
}

fn put_literals(node: &mut Node, literals: &HashMap<String, Option<Value>>) {
    node.inputs.retain(|_, value| {
        let Some(literal) = Link::of(value).and_then(|link| literals.get(&link.node)) else {
            return true;
        };
        if let Some(literal) = literal {
            *value = literal.clone();
        }
        literal.is_some()
    });
}

fn lower_output(node: &Node, object_info: &Map<String, Value>) -> Node {
    let Some(mark) = marks::output(&node.class) else {
        return node.clone();
    };
    if let Some(info) = object_info.get(&node.class) {
        return with_defaults(node, info);
    }
    let Some((Core { class, input }, from)) = mark.core else {
        return node.clone();
    };
    let inputs = node
        .inputs
        .get(from)
        .map(|value| (input.to_owned(), value.clone()));
    Node {
        class: class.to_owned(),
        inputs: inputs.into_iter().collect(),
        ..node.clone()
    }
}

/// An output node with the engine's defaults for the required inputs its author left out: newer
/// engines ask for more than older workflows give.
fn with_defaults(node: &Node, info: &Value) -> Node {
    let mut node = node.clone();
    let required = info.pointer("/input/required").and_then(Value::as_object);
    for (name, definition) in required.into_iter().flatten() {
        if let (false, Some(default)) = (
            node.inputs.contains_key(name),
            definition.pointer("/1/default"),
        ) {
            node.inputs.insert(name.clone(), default.clone());
        }
    }
    node
}

#[cfg(test)]
mod tests;
