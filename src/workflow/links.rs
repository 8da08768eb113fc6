//! Which nodes feed which, by their places: each link is looked up once, for all who walk along
//! them. Knows not what the nodes are.

use std::collections::HashMap;

use super::{Problem, Workflow};

/// The places of a workflow's nodes, by id.
pub(super) type Places = HashMap<String, usize>;

/// The places of the nodes that feed each node.
#[derive(Default)]
pub(super) struct Feeds {
    /// All of them, node by node.
    places: Vec<usize>,
    /// Where those of each node end.
    ends: Vec<usize>,
}

impl Feeds {
    /// The feeds of a workflow. A link from a node that is not in it is a problem.
    pub(super) fn of(workflow: &Workflow, places: &Places, problems: &mut Vec<Problem>) -> Self {
        let mut feeds = Self::default();
        for node in &workflow.nodes {
            for (name, link) in node.links() {
                if let Some(place) = places.get(link.node) {
                    feeds.places.push(*place);
                    continue;
                }
                let message = format!(
                    "its input `{name}` comes from node {}, which is not in the workflow",
                    link.node
                );
                let problem = Problem::at(node, message);
                problems.push(problem.coded("missing_node", &[name, link.node]));
            }
            feeds.ends.push(feeds.places.len());
        }
        feeds
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The places of the nodes that feed the node at this one, in the order of its inputs.
    pub(super) fn feeding(&self, node: usize) -> &[usize] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.places[start..self.ends[node]]
    }
}
