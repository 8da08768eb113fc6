//! The lowering of output nodes.

use serde_json::{Map, Value};

use crate::workflow::Node;
use crate::workflow::marks::{self, Core};

/// An output node as an engine with these classes knows it; any other node as it is.
pub(super) fn lowered(node: &Node, object_info: &Map<String, Value>) -> Node {
    let Some(mark) = marks::output(&node.class) else {
        return node.clone();
    };
    let stand_in = mark.core.filter(|_| !object_info.contains_key(&node.class));
    let node = match stand_in {
        Some((core, from)) => replaced(node, core, from, object_info),
        None => node.clone(),
    };
    with_defaults(node, object_info)
}

/// The core node in an output node's place: what it shows or saves comes from where it came from,
/// and what else both have (`filename_prefix`) is kept.
fn replaced(node: &Node, core: Core, from: &str, object_info: &Map<String, Value>) -> Node {
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

/// A node with the engine's defaults for the required inputs its author left out: newer engines ask
/// for more than older workflows give.
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
