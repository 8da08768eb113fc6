//! A group's definition made into a graph like a subgraph's.

use std::collections::HashSet;

use serde_json::Value;

use super::super::raw::{RawGraph, RawLink, RawNode, RawSlot};
use super::super::role::Role;
use super::RawGroup;
use crate::workflow::document::List;

/// The group as a graph like a subgraph's.
pub(in crate::workflow::editor) fn graph(group: RawGroup) -> RawGraph {
    let nodes = group.nodes.0.unwrap_or_default();
    let mut maker = Maker {
        external: pairs(&group.external)
            .map(|pair| (pair[0], pair[1]))
            .collect(),
        config: group.config,
        ..Maker::default()
    };
    let mut nodes: Vec<RawNode> = nodes.into_iter().map(Option::unwrap_or_default).collect();
    for (place, node) in nodes.iter_mut().enumerate() {
        node.id = Some(place.to_string());
        node.inputs.iter_mut().for_each(|input| input.link = None);
    }
    for link in pairs(&group.links) {
        maker.link_inside(&mut nodes, &link);
    }
    for widgets in [false, true] {
        for (place, node) in nodes.iter_mut().enumerate() {
            maker.take_inputs(place, node, widgets);
        }
    }
    for (place, node) in nodes.iter().enumerate() {
        maker.take_outputs(place, node);
    }
    RawGraph {
        nodes: List(Some(nodes.into_iter().map(Some).collect())),
        links: List(Some(maker.links.into_iter().map(Some).collect())),
        inputs: maker.inputs,
        outputs: maker.outputs,
        input_node: Some("-10".to_owned()),
        ..RawGraph::default()
    }
}

/// The leading numbers of each entry of a list of lists; `[null, …]` leads outside.
fn pairs(list: &Value) -> impl Iterator<Item = Vec<usize>> {
    let entries = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_array);
    let numbers = entries.map(|entry| {
        let numbers = entry
            .iter()
            .map_while(|part| usize::try_from(part.as_u64()?).ok());
        numbers.collect::<Vec<_>>()
    });
    numbers.filter(|numbers| numbers.len() >= 2)
}

#[derive(Default)]
struct Maker {
    external: HashSet<(usize, usize)>,
    config: Value,
    links: Vec<RawLink>,
    linked: HashSet<(usize, usize)>,
    fed: HashSet<usize>,
    inputs: Vec<RawSlot>,
    outputs: Vec<RawSlot>,
}

impl Maker {
    fn link(
        &mut self,
        origin: String,
        origin_slot: usize,
        target: String,
        target_slot: usize,
    ) -> i64 {
        let id = i64::try_from(self.links.len()).unwrap_or(i64::MAX);
        self.links.push(RawLink {
            id: Some(id),
            origin,
            origin_slot,
            target,
            target_slot,
        });
        id
    }

    fn link_inside(&mut self, nodes: &mut [RawNode], parts: &[usize]) {
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
        self.fed.insert(target);
    }

    /// The inputs of a node that nothing inside feeds are the group's.
    fn take_inputs(&mut self, place: usize, node: &mut RawNode, widgets: bool) {
        if !self.shows(place, node) {
            return;
        }
        for slot in 0..node.inputs.len() {
            let input = &node.inputs[slot];
            let hidden = self
                .config
                .pointer(&format!("/{place}/input/{}/visible", input.name));
            if input.link.is_some()
                || input.widget.is_some() != widgets
                || hidden == Some(&Value::Bool(false))
            {
                continue;
            }
            let outer = self.inputs.len();
            let id = self.link("-10".to_owned(), outer, place.to_string(), slot);
            self.inputs.push(RawSlot {
                links: vec![id],
                ..node.inputs[slot].clone()
            });
            node.inputs[slot].link = Some(id);
        }
    }

    /// The outputs of a node that nothing inside uses, or that something outside uses, too.
    fn take_outputs(&mut self, place: usize, node: &RawNode) {
        if !self.shows(place, node) {
            return;
        }
        for (slot, output) in node.outputs.iter().enumerate() {
            let used = (place, slot);
            let inside = self.linked.contains(&used) && !self.external.contains(&used);
            let visible = self
                .config
                .pointer(&format!("/{place}/output/{slot}/visible"));
            if visible.and_then(Value::as_bool).unwrap_or(!inside) {
                let outer = self.outputs.len();
                let id = self.link(place.to_string(), slot, "-20".to_owned(), outer);
                self.outputs.push(RawSlot {
                    kind: output.0.clone(),
                    links: vec![id],
                    ..RawSlot::default()
                });
            }
        }
    }

    /// Whether a node's inputs and outputs can be the group's: not those of notes, nor of reroutes
    /// and primitives that are used inside only.
    fn shows(&self, place: usize, node: &RawNode) -> bool {
        let used = self.linked.contains(&(place, 0));
        match Role::of(node.class.as_deref().unwrap_or_default()) {
            Role::Nothing => false,
            Role::Primitive => used,
            Role::Through => {
                !(used && self.fed.contains(&place)) || self.external.contains(&(place, 0))
            }
            _ => true,
        }
    }
}
