//! The seeds of a workflow in the API format, which does not say what happens to them after a run. Where a text becomes
//! an image, a fixed seed would only make the same image again, so they are drawn anew as in the editor.

use std::collections::HashMap;

use serde_json::Value;

use super::app_input::Target;
use super::classes::{ClassInput, NodeClasses};
use super::exposure::Exposure;
use super::graph::{Node, Workflow};
use super::suggestion::Role;

/// The seeds to draw anew; none if marks declare the fields, or if the workflow reads a file, whose changes are easier
/// to compare with the same seed.
pub(super) fn random(workflow: &Workflow, classes: &NodeClasses) -> Vec<Target> {
    let inputs = || {
        let of_node = |node| roles(node, classes);
        workflow.nodes.iter().flat_map(of_node)
    };
    let reads_file = || inputs().any(|(.., role)| role == Role::File);
    if workflow.exposure() == Exposure::Marks || reads_file() {
        return Vec::new();
    }
    let seeds: Vec<(&Node, &str)> = inputs()
        .filter(|(.., role)| *role == Role::Seed)
        .map(|(node, input, _)| (node, input))
        .collect();
    let nodes: HashMap<&str, &Node> = match seeds.is_empty() {
        true => HashMap::new(),
        false => {
            let nodes = workflow.nodes.iter();
            nodes.map(|node| (node.id.as_str(), node)).collect()
        }
    };
    let target = |node: &Node, input: &str| Target {
        node: node.id.clone(),
        input: input.to_owned(),
    };
    let of_seed = |(node, input): (&Node, &str)| -> Vec<Target> {
        let Some((_, link)) = node.links().find(|(name, _)| *name == input) else {
            return vec![target(node, input)];
        };
        // A node that only has the number.
        let source = nodes.get(link.node).copied();
        let numbers = source.into_iter().flat_map(|source| {
            let values = source.inputs.iter().filter(|(_, value)| value.is_number());
            values.map(move |(name, _)| target(source, name))
        });
        numbers.collect()
    };
    seeds.into_iter().flat_map(of_seed).collect()
}

/// The inputs of a node with what they are for.
fn roles<'a>(
    node: &'a Node,
    classes: &'a NodeClasses,
) -> impl Iterator<Item = (&'a Node, &'a str, Role)> {
    let class = classes.get_or_core(&node.class);
    let of_input = move |(name, value): (&'a String, &'a Value)| {
        let definition: Option<&ClassInput> = class.and_then(|class| class.input(name));
        (node, name.as_str(), Role::of(name, definition, value))
    };
    node.inputs.iter().map(of_input)
}
