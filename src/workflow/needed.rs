//! Which nodes of a workflow an engine executes. Does not know engines.

use std::collections::{HashMap, HashSet};

use super::classes::NodeClasses;
use super::graph::{Node, Workflow};
use super::problem::{Problem, short};

impl Workflow {
    /// The ids of the nodes that its outputs need; without an output, of all nodes. An engine ignores the others,
    /// whatever their values are.
    pub fn needed_nodes(&self, classes: &NodeClasses) -> HashSet<String> {
        self.needed_by(self.output_nodes(classes).map(|(node, _)| node.id.as_str()))
    }

    /// The ids of the nodes that the outputs need which a run is for; without an output, of all nodes.
    pub fn main_nodes(&self, classes: &NodeClasses) -> HashSet<String> {
        self.needed_by(self.main_outputs(classes).into_iter())
    }

    /// The ids of the nodes that these nodes need, with their own; without any, of all nodes.
    pub fn needed_by<'a>(&'a self, ids: impl Iterator<Item = &'a str>) -> HashSet<String> {
        let nodes = self.nodes.iter().map(|node| (node.id.as_str(), node));
        let by_id: HashMap<&str, &Node> = nodes.collect();
        let mut open: Vec<&Node> = ids.filter_map(|id| by_id.get(id).copied()).collect();
        if open.is_empty() {
            open = self.nodes.iter().collect();
        }
        let mut needed = HashSet::new();
        while let Some(node) = open.pop() {
            if needed.insert(node.id.clone()) {
                let sources = node.links().filter_map(|(_, link)| by_id.get(link.node));
                open.extend(sources.copied());
            }
        }
        needed
    }

    /// Keeps the problems of nodes that an engine looks at.
    pub(super) fn retain_needed(&self, problems: &mut Vec<Problem>, classes: &NodeClasses) {
        if problems.is_empty() {
            return;
        }
        let needed = self.needed_nodes(classes);
        let needed: HashSet<String> = needed.iter().map(|id| short(id)).collect();
        let is_needed = |problem: &Problem| {
            let node = problem.node.as_ref();
            node.is_none_or(|node| needed.contains(node))
        };
        problems.retain(is_needed);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn needed(nodes: &serde_json::Value) -> Vec<String> {
        let (workflow, _) = Workflow::from_value(nodes);
        let mut needed: Vec<_> = workflow
            .needed_nodes(&NodeClasses::default())
            .into_iter()
            .collect();
        needed.sort();
        needed
    }

    #[test]
    fn outputs_need_themselves_and_what_leads_to_them() {
        let nodes = json!({
            "1": {"class_type": "A", "inputs": {"gone": ["9", 0]}},
            "2": {"class_type": "B", "inputs": {"a": ["1", 0], "b": ["1", 1]}},
            "3": {"class_type": "Unused", "inputs": {"a": ["1", 0]}},
            "4": {"class_type": "SaveImage", "inputs": {"images": ["2", 0]}},
        });
        assert_eq!(needed(&nodes), ["1", "2", "4"]);
    }

    #[test]
    fn without_an_output_or_with_a_circle_every_node_is_found_once() {
        let nodes = json!({
            "1": {"class_type": "A", "inputs": {"a": ["2", 0]}},
            "2": {"class_type": "B", "inputs": {"a": ["1", 0]}},
        });
        assert_eq!(needed(&nodes), ["1", "2"]);
    }
}
