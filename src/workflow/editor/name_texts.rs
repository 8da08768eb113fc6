//! Fills in the file names that refer to other widgets: `%Node.widget%`. Source: ComfyUI's editor,
//! which does so in the `filename_prefix` of output nodes. Dates and sizes are left to the engine.

use std::collections::HashMap;

use serde_json::Value;

use super::graph::Graph;
use super::node_role::NodeRole;
use crate::workflow::graph::Node;

/// The input that is filled in.
const INPUT: &str = "filename_prefix";

/// Fills in the references in the prompt's nodes, to nodes of the root graph.
pub(super) fn fill_in(nodes: &mut [Node], root: &Graph) {
    let refers = |node: &Node| {
        let text = node.inputs.get(INPUT).and_then(Value::as_str);
        text.is_some_and(|text| text.contains('%'))
    };
    let referring: Vec<usize> = (0..nodes.len())
        .filter(|index| refers(&nodes[*index]))
        .collect();
    if referring.is_empty() {
        return;
    }
    let named = by_name(root);
    for index in referring {
        let Some(Value::String(text)) = nodes[index].inputs.get(INPUT) else {
            continue;
        };
        let filled = filled(text, |node, widget| {
            value(root, *named.get(node)?, widget, nodes)
        });
        nodes[index]
            .inputs
            .insert(INPUT.to_owned(), Value::from(filled));
    }
}

/// The nodes by the name for references, or else by their title; the first of several counts.
fn by_name(root: &Graph) -> HashMap<&str, usize> {
    let mut named = HashMap::new();
    let nodes = || root.nodes.iter().enumerate();
    for (index, node) in nodes() {
        if let Some(name) = &node.raw.reference_name {
            named.entry(name.as_str()).or_insert(index);
        }
    }
    for (index, node) in nodes() {
        let title = node.raw.title.as_deref().unwrap_or(&node.class);
        named.entry(title).or_insert(index);
    }
    named
}

/// The text of a node's widget, without the characters that a file name cannot have.
fn value(root: &Graph, node: usize, widget: &str, nodes: &[Node]) -> Option<String> {
    let node = &root.nodes[node];
    let value = match node.role {
        NodeRole::Primitive if widget == "value" => node.raw.widgets.get(0)?,
        _ => nodes
            .iter()
            .find(|other| other.id == node.id)?
            .inputs
            .get(widget)?,
    };
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        _ => return None,
    };
    let is_bad = |c: char| c.is_control() || r#"/?<>\:*|""#.contains(c);
    Some(
        text.chars()
            .map(|c| if is_bad(c) { '_' } else { c })
            .collect(),
    )
}

/// The text with what is found for each `%node.widget%`.
fn filled(text: &str, find: impl Fn(&str, &str) -> Option<String>) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('%') {
        filled.push_str(before);
        let Some((name, behind)) = after.split_once('%').filter(|(name, _)| !name.is_empty())
        else {
            filled.push('%');
            rest = after;
            continue;
        };
        match name
            .split_once('.')
            .and_then(|(node, widget)| find(node, widget))
        {
            Some(value) => filled.push_str(&value),
            None => filled.extend(["%", name, "%"]),
        }
        rest = behind;
    }
    filled + rest
}
