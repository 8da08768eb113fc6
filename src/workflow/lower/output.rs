//! Lowers output nodes. Does not know values.

use serde_json::{Map, Value};

use crate::workflow::graph::Node;
use crate::workflow::marks::{self, Core};

/// Lowers an output node for an engine with these classes; returns any other node unchanged.
pub(super) fn lowered(node: &Node, object_info: &Map<String, Value>) -> Node {
    let Some(mark) = marks::output(&node.class) else {
        return node.clone();
    };
    let stand_in = mark.core.filter(|_| !object_info.contains_key(&node.class));
    let node = match stand_in {
        Some((core, from)) => replace(node, core, from, object_info),
        None => node.clone(),
    };
    with_defaults(node, object_info)
}

/// The core node that replaces an output node. It keeps the link to the result, and the inputs that
/// both have (`filename_prefix`).
fn replace(node: &Node, core: Core, from: &str, object_info: &Map<String, Value>) -> Node {
    let mut inputs = Map::new();
    for (name, value) in &node.inputs {
        if name == from {
            inputs.insert(core.input.to_owned(), value.clone());
        } else if required(core.class, object_info).is_some_and(|known| known.contains_key(name)) {
            inputs.insert(name.clone(), value.clone());
        }
    }
    Node {
        class: core.class.to_owned(),
        inputs,
        ..node.clone()
    }
}

/// Adds the engine's defaults for required inputs that are missing: newer engines require more than
/// older workflows have.
pub(super) fn with_defaults(mut node: Node, object_info: &Map<String, Value>) -> Node {
    for (name, definition) in required(&node.class, object_info).into_iter().flatten() {
        if let (false, Some(default)) = (
            node.inputs.contains_key(name),
            definition.pointer("/1/default"),
        ) {
            node.inputs.insert(name.clone(), default.clone());
        }
    }
    node
}

fn required<'a>(
    class: &str,
    object_info: &'a Map<String, Value>,
) -> Option<&'a Map<String, Value>> {
    object_info
        .get(class)?
        .pointer("/input/required")?
        .as_object()
}
