//! Lowers output nodes. Does not know values.

use serde_json::Map;

use crate::classes::{NodeClass, NodeClasses};
use crate::graph::Node;
use crate::marks::{self, Core};

/// Lowers an output node for an engine with these classes; returns any other node unchanged.
pub(super) fn lowered(node: &Node, known: &NodeClasses) -> Node {
    let Some(mark) = marks::output(&node.class) else {
        return node.clone();
    };
    let stand_in = mark.core.filter(|_| !known.contains(&node.class));
    let node = match stand_in {
        Some((core, from)) => replace(node, core, from, known),
        None => node.clone(),
    };
    with_defaults(node, known)
}

/// The core node that replaces an output node. It keeps the link to the result, and the inputs that
/// both have (`filename_prefix`).
fn replace(node: &Node, core: Core, from: &str, known: &NodeClasses) -> Node {
    let class = known.get(core.class);
    let requires = |name| class.is_some_and(|class| class.required().any(|(own, _)| own == name));
    let mut inputs = Map::new();
    for (name, value) in &node.inputs {
        if name == from {
            inputs.insert(core.input.to_owned(), value.clone());
        } else if requires(name.as_str()) {
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
pub(super) fn with_defaults(mut node: Node, known: &NodeClasses) -> Node {
    let class = known.get(&node.class);
    for (name, default) in class.into_iter().flat_map(NodeClass::required) {
        if let (false, Some(default)) = (node.inputs.contains_key(name), default) {
            node.inputs.insert(name.to_owned(), default.clone());
        }
    }
    node
}
