//! Converts a group's definition into a graph like a subgraph's.

use std::collections::HashSet;

use serde_json::Value;

use crate::editor::node_role::NodeRole;
use crate::serialized::{
    SerializedGraph, SerializedGroup, SerializedLink, SerializedNode, SerializedSlot,
};
use crate::tolerant::List;

/// The group as a graph like a subgraph's.
pub(crate) fn to_graph(group: SerializedGroup) -> SerializedGraph {
    let nodes = group.nodes.0.unwrap_or_default();
    let external = numbers(&group.external).filter_map(|numbers| match *numbers {
        [node, slot, ..] => Some((node, slot)),
        _ => None,
    });
    let mut conversion = Conversion {
        external: external.collect(),
        config: group.config,
        ..Conversion::default()
    };
    let mut nodes: Vec<SerializedNode> = nodes.into_iter().map(Option::unwrap_or_default).collect();
    for (node_index, node) in nodes.iter_mut().enumerate() {
        node.id = Some(node_index.to_string());
        node.inputs.iter_mut().for_each(|input| input.link = None);
    }
    for link in numbers(&group.links) {
        conversion.link_inside(&mut nodes, &link);
    }
    for widgets in [false, true] {
        for (node_index, node) in nodes.iter_mut().enumerate() {
            conversion.add_inputs(node_index, node, widgets);
        }
    }
    for (node_index, node) in nodes.iter().enumerate() {
        conversion.add_outputs(node_index, node);
    }
    SerializedGraph {
        nodes: List(Some(nodes.into_iter().map(Some).collect())),
        links: List(Some(conversion.links.into_iter().map(Some).collect())),
        inputs: conversion.inputs,
        outputs: conversion.outputs,
        input_node: Some("-10".to_owned()),
        ..SerializedGraph::default()
    }
}

/// The leading numbers of each entry of a list of lists; `[null, …]` leads outside the group.
fn numbers(list: &Value) -> impl Iterator<Item = Vec<usize>> {
    let entries = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_array);
    entries.map(|entry| {
        let numbers = entry
            .iter()
            .map_while(|part| usize::try_from(part.as_u64()?).ok());
        numbers.collect::<Vec<_>>()
    })
}

#[derive(Default)]
struct Conversion {
    external: HashSet<(usize, usize)>,
    config: Value,
    links: Vec<SerializedLink>,
    linked: HashSet<(usize, usize)>,
    linked_targets: HashSet<usize>,
    inputs: Vec<SerializedSlot>,
    outputs: Vec<SerializedSlot>,
}

impl Conversion {
    fn link(
        &mut self,
        origin: String,
        origin_slot: usize,
        target: String,
        target_slot: usize,
    ) -> i64 {
        let id = i64::try_from(self.links.len()).unwrap_or(i64::MAX);
        self.links.push(SerializedLink {
            id: Some(id),
            origin,
            origin_slot,
            target,
            target_slot,
        });
        id
    }

    fn link_inside(&mut self, nodes: &mut [SerializedNode], parts: &[usize]) {
        let [origin, origin_slot, target, target_slot, ..] = *parts else {
            return;
        };
        let Some(input) = nodes
            .get_mut(target)
            .and_then(|node| node.inputs.get_mut(target_slot))
        else {
            return;
        };
        let id = self.link(
            origin.to_string(),
            origin_slot,
            target.to_string(),
            target_slot,
        );
        input.link = Some(id);
        self.linked.insert((origin, origin_slot));
        self.linked_targets.insert(target);
    }

    /// Exposes the inputs of a node that no inner link feeds as inputs of the group.
    fn add_inputs(&mut self, node_index: usize, node: &mut SerializedNode, widgets: bool) {
        if !self.exposes(node_index, node) {
            return;
        }
        for (slot, input) in node.inputs.iter_mut().enumerate() {
            let hidden = self
                .config
                .pointer(&format!("/{node_index}/input/{}/visible", input.name));
            if input.link.is_some()
                || input.widget.is_some() != widgets
                || hidden == Some(&Value::Bool(false))
            {
                continue;
            }
            let outer = self.inputs.len();
            let id = self.link("-10".to_owned(), outer, node_index.to_string(), slot);
            self.inputs.push(SerializedSlot {
                links: vec![id],
                ..input.clone()
            });
            input.link = Some(id);
        }
    }

    /// Exposes the outputs of a node that are unused inside or used outside as outputs of the group.
    fn add_outputs(&mut self, node_index: usize, node: &SerializedNode) {
        if !self.exposes(node_index, node) {
            return;
        }
        for (slot, output) in node.outputs.iter().enumerate() {
            let used = (node_index, slot);
            let inside = self.linked.contains(&used) && !self.external.contains(&used);
            let visible = self
                .config
                .pointer(&format!("/{node_index}/output/{slot}/visible"));
            if visible.and_then(Value::as_bool).unwrap_or(!inside) {
                let outer = self.outputs.len();
                let id = self.link(node_index.to_string(), slot, "-20".to_owned(), outer);
                self.outputs.push(SerializedSlot {
                    kind: output.0.clone(),
                    links: vec![id],
                    ..SerializedSlot::default()
                });
            }
        }
    }

    /// Whether the group can expose a node's inputs and outputs. Notes are not exposed, nor are reroutes
    /// and primitives that are only used inside.
    fn exposes(&self, node_index: usize, node: &SerializedNode) -> bool {
        let used = self.linked.contains(&(node_index, 0));
        match NodeRole::of(node.class.as_deref().unwrap_or_default()) {
            NodeRole::Annotation => false,
            NodeRole::Primitive => used,
            NodeRole::Reroute => {
                !(used && self.linked_targets.contains(&node_index))
                    || self.external.contains(&(node_index, 0))
            }
            _ => true,
        }
    }
}
