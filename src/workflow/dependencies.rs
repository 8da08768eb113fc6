//! The nodes that each node depends on, as indices: every link is looked up only once. Does not
//! know the nodes' classes.

use std::collections::HashMap;

use super::graph::Workflow;
use super::problem::Problem;

/// Maps node ids to indices in the workflow.
pub(crate) type NodeIndex = HashMap<String, usize>;

/// The indices of the nodes that each node depends on.
#[derive(Default)]
pub(crate) struct Dependencies {
    /// The dependencies of all nodes, node by node.
    indices: Vec<usize>,
    /// The end of each node's dependencies in `indices`.
    ends: Vec<usize>,
}

impl Dependencies {
    /// Looks up every link of a workflow. A link from a node that does not exist is a problem.
    pub(super) fn of(workflow: &Workflow, index: &NodeIndex, problems: &mut Vec<Problem>) -> Self {
        let mut dependencies = Self::default();
        for node in &workflow.nodes {
            for (name, link) in node.links() {
                if let Some(origin) = index.get(link.node) {
                    dependencies.indices.push(*origin);
                    continue;
                }
                let message = format!(
                    "its input `{name}` comes from node {}, which is not in the workflow",
                    link.node
                );
                let problem = Problem::at(node, message).of_input(name);
                problems.push(problem.coded("missing_node", &[name, link.node]));
            }
            dependencies.ends.push(dependencies.indices.len());
        }
        dependencies
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The indices of the nodes that a node depends on, in the order of its inputs.
    pub(super) fn of_node(&self, node: usize) -> &[usize] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.indices[start..self.ends[node]]
    }
}
