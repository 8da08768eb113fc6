//! The nodes of a map and their inputs. Pure.

use std::collections::HashMap;

use super::nearest::{Way, near, next};
use crate::file_reader::{ChoiceContent, GraphMap};

/// The nodes.
pub(super) struct Nodes {
    /// The id of each node.
    ids: Vec<String>,
    /// Its left and top edge, width and height.
    rects: Vec<[f64; 4]>,
    /// Its inputs, by their positions in the choice.
    inputs: Vec<Vec<usize>>,
    /// Whether one of them is suggested.
    suggested: Vec<bool>,
    /// The node of each input.
    by_input: Vec<Option<usize>>,
}

impl Nodes {
    pub(super) fn new(map: &GraphMap, choice: &ChoiceContent) -> Self {
        let ids: Vec<String> = map.nodes.iter().map(|node| node.id.clone()).collect();
        let by_id: HashMap<&String, usize> = ids.iter().zip(0..).collect();
        let place = |id| by_id.get(id).copied();
        let places: Vec<Option<usize>> = choice.nodes.iter().map(place).collect();
        let (mut inputs, mut suggested) = (vec![Vec::new(); ids.len()], vec![false; ids.len()]);
        let mut by_input = Vec::new();
        for (index, input) in choice.inputs.iter().enumerate() {
            let node = places.get(input.group).copied().flatten();
            by_input.push(node);
            if let Some(inputs) = node.and_then(|node| inputs.get_mut(node)) {
                inputs.push(index);
            }
            if let Some(is_suggested) = node.and_then(|node| suggested.get_mut(node)) {
                *is_suggested |= input.is_suggested;
            }
        }
        Self {
            rects: map.nodes.iter().map(|node| node.rect).collect(),
            ids,
            inputs,
            suggested,
            by_input,
        }
    }

    /// Whether a node has inputs that can become fields.
    pub(super) fn has_inputs(&self, node: usize) -> bool {
        self.first_input(node).is_some()
    }

    /// The first input of a node.
    pub(super) fn first_input(&self, node: usize) -> Option<usize> {
        self.inputs.get(node)?.first().copied()
    }

    /// The node of an input.
    pub(super) fn of_input(&self, input: usize) -> Option<usize> {
        self.by_input.get(input).copied().flatten()
    }

    /// A search that finds the inputs of a node.
    pub(super) fn search(&self, node: usize) -> String {
        let id = self.ids.get(node).map(String::as_str);
        ["#", id.unwrap_or_default(), " "].concat()
    }

    /// Whether inputs of each node are chosen, or at least suggested.
    pub(super) fn states(&self, chosen: &[bool]) -> Vec<Option<&'static str>> {
        let is_chosen = |input: &usize| chosen.get(*input) == Some(&true);
        let state = |(inputs, suggested): (&Vec<usize>, &bool)| {
            if inputs.iter().any(is_chosen) {
                Some("chosen")
            } else {
                suggested.then_some("suggested")
            }
        };
        self.inputs.iter().zip(&self.suggested).map(state).collect()
    }

    /// The first node with inputs.
    pub(super) fn first(&self) -> Option<usize> {
        (0..self.inputs.len()).find(|node| self.has_inputs(*node))
    }

    /// The last node with inputs.
    pub(super) fn last(&self) -> Option<usize> {
        (0..self.inputs.len())
            .rev()
            .find(|node| self.has_inputs(*node))
    }

    /// The nearest node with inputs in one direction.
    pub(super) fn next(&self, from: usize, way: Way) -> Option<usize> {
        let from = self.rects.get(from)?;
        next(self.targets(), *from, way)
    }

    /// The nearest node with inputs within this distance of a point.
    pub(super) fn near(&self, point: [f64; 2], reach: f64) -> Option<usize> {
        near(self.targets(), point, reach)
    }

    fn targets(&self) -> impl Iterator<Item = (usize, [f64; 4])> {
        let nodes = self.rects.iter().copied().enumerate();
        nodes.filter(|(node, _)| self.has_inputs(*node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_reader::{ChoiceInput, MapNode};

    fn nodes() -> Nodes {
        let node = |id: &str, x: f64| MapNode {
            id: id.to_owned(),
            rect: [x, 0.0, 10.0, 10.0],
            ..MapNode::default()
        };
        let input = |group, is_suggested| {
            let mut input = ChoiceInput::default();
            input.group = group;
            input.is_suggested = is_suggested;
            input
        };
        let map = GraphMap {
            nodes: vec![node("save", 90.0), node("3", 30.0), node("6", 0.0)],
            ..GraphMap::default()
        };
        let mut choice = ChoiceContent::default();
        choice.nodes = ["6", "3", "gone"].map(str::to_owned).into();
        choice.inputs = vec![
            input(0, true),
            input(1, false),
            input(1, true),
            input(2, true),
        ];
        Nodes::new(&map, &choice)
    }

    #[test]
    fn a_node_has_its_inputs_and_their_state() {
        let nodes = nodes();
        assert_eq!(
            [0, 1, 2].map(|node| nodes.first_input(node)),
            [None, Some(1), Some(0)]
        );
        assert_eq!(
            [0, 2, 3].map(|input| nodes.of_input(input)),
            [Some(2), Some(1), None]
        );
        let states = nodes.states(&[false, true, false, false]);
        assert_eq!(states, [None, Some("chosen"), Some("suggested")]);
        assert_eq!(nodes.search(1), "#3 ");
    }

    #[test]
    fn keys_and_clicks_reach_only_nodes_with_inputs() {
        let nodes = nodes();
        assert_eq!((nodes.first(), nodes.last()), (Some(1), Some(2)));
        assert_eq!(nodes.next(2, Way::Right), Some(1));
        assert_eq!(
            nodes.next(1, Way::Right),
            None,
            "nothing can be chosen there"
        );
        assert_eq!(nodes.near([45.0, 5.0], 10.0), Some(1));
        assert_eq!(nodes.near([95.0, 5.0], 10.0), None);
    }
}
