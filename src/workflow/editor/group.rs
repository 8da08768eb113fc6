//! Group nodes, which ComfyUI had before subgraphs: each becomes a graph of its own. Source: the
//! editor's `extra.groupNodes`.

mod maker;

use std::collections::{HashMap, HashSet};

use serde::de::MapAccess;
use serde_json::Value;

use super::graph::{Graph, GraphNode};
use super::raw::RawNode;
use super::role::Role;
use super::widget;
use crate::workflow::document::{Keyed, List, skip};
pub(super) use maker::graph;

/// The definition of a group node: its nodes, numbered from 0; links
/// `[origin, slot, target, slot, …]`; outputs that are used outside, `[node, slot, …]`.
#[derive(Default)]
pub(in crate::workflow) struct RawGroup {
    nodes: List<RawNode>,
    links: Value,
    external: Value,
    config: Value,
}

impl Keyed for RawGroup {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "nodes" => self.nodes = map.next_value()?,
            "links" => self.links = map.next_value()?,
            "external" => self.external = map.next_value()?,
            "config" => self.config = map.next_value()?,
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// What a group's node says of the widgets inside: its values, in the order of the nodes.
pub(super) fn promoted(host: &GraphNode, graph: &Graph) -> HashMap<usize, Vec<(String, Value)>> {
    let Value::Array(values) = &host.raw.widgets else {
        return HashMap::new();
    };
    for converted in [false, true] {
        let widgets: Vec<(usize, String)> = widgets(graph, converted).collect();
        let names: Vec<&str> = widgets.iter().map(|(_, name)| name.as_str()).collect();
        let Some(places) = widget::align(&names, values, false) else {
            continue;
        };
        let mut inner: HashMap<usize, Vec<(String, Value)>> = HashMap::new();
        let named = widgets.iter().zip(places);
        for ((node, name), place) in named.filter(|((_, name), _)| !name.is_empty()) {
            inner
                .entry(*node)
                .or_default()
                .push((name.clone(), values[place].clone()));
        }
        return inner;
    }
    HashMap::new()
}

/// The widgets of a group's nodes, without a name where it is not known; `converted`: also those
/// that were made inputs.
fn widgets(graph: &Graph, converted: bool) -> impl Iterator<Item = (usize, String)> {
    graph
        .nodes
        .iter()
        .enumerate()
        .flat_map(move |(place, node)| {
            let made: HashSet<&str> = node
                .raw
                .inputs
                .iter()
                .filter_map(|input| input.widget.as_deref())
                .collect();
            let values = match node.role {
                Role::Primitive => Some(serde_json::Map::from_iter([(
                    "value".to_owned(),
                    Value::Null,
                )])),
                Role::Runs => widget::values(&node.class, &node.raw),
                _ => None,
            };
            let unnamed = match node.role {
                Role::Runs if values.is_none() => widget::count(&node.raw),
                _ => 0,
            };
            let names = values.into_iter().flatten().map(|(name, _)| name);
            let names = names.chain(std::iter::repeat_n(String::new(), unnamed));
            let names = names.filter(|name| converted || !made.contains(name.as_str()));
            names.map(|name| (place, name)).collect::<Vec<_>>()
        })
}
