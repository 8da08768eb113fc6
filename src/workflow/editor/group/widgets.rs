//! The widgets of inner nodes that a group node shows as its own.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::workflow::classes::NodeClasses;
use crate::workflow::editor::graph::{Graph, GraphNode};
use crate::workflow::editor::node_role::NodeRole;
use crate::workflow::editor::widget::{self, NamedValues};

/// The values that a group node has for inner widgets: inner node to widget names and values.
pub(crate) fn promoted(
    host: &GraphNode,
    graph: &Graph,
    classes: &NodeClasses,
) -> HashMap<usize, Vec<(String, Value)>> {
    let Value::Array(values) = &host.raw.widgets else {
        return HashMap::new();
    };
    for converted in [false, true] {
        let widgets: Vec<(usize, String)> = widgets(graph, classes, converted).collect();
        let names: Vec<&str> = widgets.iter().map(|(_, name)| name.as_str()).collect();
        let Some(positions) = widget::align(&names, values, false) else {
            continue;
        };
        let mut inner: HashMap<usize, Vec<(String, Value)>> = HashMap::new();
        let named = widgets.iter().zip(positions);
        for ((node, name), position) in named.filter(|((_, name), _)| !name.is_empty()) {
            inner
                .entry(*node)
                .or_default()
                .push((name.clone(), values[position].clone()));
        }
        return inner;
    }
    HashMap::new()
}

/// The widgets of a group's nodes, with an empty name if it is unknown. `converted` includes those
/// that were converted to inputs.
fn widgets(
    graph: &Graph,
    classes: &NodeClasses,
    converted: bool,
) -> impl Iterator<Item = (usize, String)> {
    graph
        .nodes
        .iter()
        .enumerate()
        .flat_map(move |(node_index, node)| {
            let made: HashSet<&str> = node
                .raw
                .inputs
                .iter()
                .filter_map(|input| input.widget.as_deref())
                .collect();
            let named = match node.role {
                NodeRole::Primitive => Map::from_iter([("value".to_owned(), Value::Null)]).into(),
                NodeRole::Executed => widget::named(&node.class, &node.raw, classes),
                _ => NamedValues::default(),
            };
            let unnamed = named.unnamed;
            let names = named.values.into_iter().map(|(name, _)| name);
            let names = names.chain(std::iter::repeat_n(String::new(), unnamed));
            let names = names.filter(|name| converted || !made.contains(name.as_str()));
            names.map(|name| (node_index, name)).collect::<Vec<_>>()
        })
}
