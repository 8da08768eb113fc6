//! The nodes that each node depends on, as indices: every link is looked up only once. Does not
//! know the nodes' classes.

use std::collections::HashMap;
use std::ops::Range;

use super::graph::Workflow;
use super::problem::Problem;

/// Maps node ids to indices in the workflow.
pub(crate) type NodeIndex = HashMap<String, usize>;

/// The indices of the nodes that each node depends on.
#[derive(Default)]
pub(crate) struct Dependencies {
    /// The dependencies of all nodes, node by node.
    indices: Vec<usize>,
    /// Where each node's dependencies are in `indices`.
    ranges: Vec<Range<usize>>,
}

impl Dependencies {
    /// Looks up every link of a workflow. A link from a node that does not exist is a problem.
    pub(super) fn of(workflow: &Workflow, index: &NodeIndex, problems: &mut Vec<Problem>) -> Self {
        let mut dependencies = Self::default();
        for node in &workflow.nodes {
            let start = dependencies.indices.len();
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
            let end = dependencies.indices.len();
            dependencies.ranges.push(start..end);
        }
        dependencies
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The indices of the nodes that a node depends on, in the order of its inputs.
    pub(super) fn of_node(&self, node: usize) -> &[usize] {
        let range = self.ranges.get(node).cloned();
        let indices = range.and_then(|range| self.indices.get(range));
        indices.unwrap_or_default()
    }
}
