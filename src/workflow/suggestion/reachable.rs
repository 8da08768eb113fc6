//! Which nodes contribute to outputs. Knows no classes.

use std::collections::{HashMap, HashSet};

use crate::graph::{Node, Workflow};

/// What the outputs of a workflow need.
pub(super) struct Reached<'a> {
    /// The ids of the nodes that contribute to an output.
    pub(super) nodes: HashSet<&'a str>,
    /// The id of the output that needs the most nodes: it is the furthest from the inputs.
    pub(super) largest: Option<String>,
}

/// Follows links from these outputs; without any, every node counts.
pub(super) fn from<'a>(workflow: &'a Workflow, outputs: &[&'a Node]) -> Reached<'a> {
    let by_id: HashMap<&str, &Node> = workflow
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    if outputs.is_empty() {
        let nodes = by_id.into_keys().collect();
        return Reached {
            nodes,
            largest: None,
        };
    }
    let mut nodes = HashSet::new();
    let mut largest = None;
    for output in outputs {
        let needed = upstream(output, &by_id);
        if largest
            .as_ref()
            .is_none_or(|(size, _)| needed.len() > *size)
        {
            largest = Some((needed.len(), output.id.clone()));
        }
        nodes.extend(needed);
    }
    Reached {
        nodes,
        largest: largest.map(|(_, id)| id),
    }
}

fn upstream<'a>(output: &'a Node, by_id: &HashMap<&'a str, &'a Node>) -> HashSet<&'a str> {
    let mut seen = HashSet::from([output.id.as_str()]);
    let mut pending = vec![output];
    while let Some(node) = pending.pop() {
        for (_, link) in node.links() {
            if let Some(next) = by_id.get(link.node)
                && seen.insert(&next.id)
            {
                pending.push(next);
            }
        }
    }
    seen
}
