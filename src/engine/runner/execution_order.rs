//! The order in which nodes run. Knows nothing about values.

use std::collections::{HashMap, HashSet};

use crate::nodes;
use workflow::{Node, Workflow};

/// The nodes that these outputs need, each after its sources; outputs in the given order.
pub(super) fn execution_order<'a>(workflow: &'a Workflow, outputs: &[String]) -> Vec<&'a Node> {
    let nodes = workflow.nodes.iter();
    let by_id: HashMap<&str, &Node> = nodes.map(|node| (node.id.as_str(), node)).collect();
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    for output in outputs
        .iter()
        .filter_map(|id| by_id.get(id.as_str()).copied())
    {
        if !seen.insert(output.id.as_str()) {
            continue;
        }
        let mut path = vec![(output, sources(output, &by_id))];
        while let Some((node, pending)) = path.last_mut() {
            match pending.pop() {
                Some(source) if seen.insert(&source.id) => {
                    path.push((source, sources(source, &by_id)))
                }
                Some(_) => {}
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
    }
    order
}

/// The nodes linked to a node's inputs, last input first.
fn sources<'a>(node: &Node, by_id: &HashMap<&str, &'a Node>) -> Vec<&'a Node> {
    let class = nodes::class(&node.class);
    let declared = |name: &str| class.is_some_and(|class| class.input(name).is_some());
    let links = node.links().filter(|(name, _)| declared(name));
    let mut sources: Vec<_> = links
        .filter_map(|(_, link)| by_id.get(link.node).copied())
        .collect();
    sources.reverse();
    sources
}
