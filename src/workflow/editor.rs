//! The editor's format, 0.4 and 1.0: converts a graph with positions and widgets into the nodes of
//! the API format, as ComfyUI's editor does when it queues. Knows neither marks nor forms.

mod app_mode;
mod bypass;
mod copy_size;
mod expansion;
mod graph;
mod group;
mod link_resolver;
mod name_texts;
mod node_role;
mod promoted;
mod promoted_source;
mod prompt;
mod renamed;
mod widget;

use std::collections::HashMap;

use super::classes::NodeClasses;
use super::dependencies::NodeIndex;
use super::document::{Document, Extra};
use super::graph::Workflow;
use super::marks;
use super::problem::Problem;
use crate::serialized::SerializedGraph;
use app_mode::AppInputFinder;
use graph::Graph;
use node_role::NodeRole;

/// Reads a document in the editor's format, with the definitions of its nodes' classes.
pub(super) fn read(
    document: Document,
    classes: &NodeClasses,
    problems: &mut Vec<Problem>,
) -> (Workflow, NodeIndex) {
    let root_id = document.graph.id.clone();
    let shown = document.extra.app_inputs.clone();
    let mut graphs = graphs(document.graph, document.extra, problems);
    rename_classes(&mut graphs, classes);
    let scopes = expansion::expand(&graphs, classes, problems);
    let (mut workflow, index) = prompt::nodes(&scopes, classes, problems);
    let raw = graphs.iter().flat_map(|graph| &graph.nodes);
    let links = raw.flat_map(|node| &node.raw.model_links);
    workflow.model_links = links.cloned().collect();
    if !shown.is_empty() {
        let finder = AppInputFinder::new(&scopes, &workflow, &root_id);
        workflow.app_inputs = finder.inputs(&shown);
    }
    name_texts::fill_in(&mut workflow, &scopes);
    (workflow, index)
}

fn rename_classes(graphs: &mut [Graph], classes: &NodeClasses) {
    for node in graphs.iter_mut().flat_map(|graph| &mut graph.nodes) {
        let new_name = || renamed::new_name(&node.class, classes);
        if let Some(name) = marks::original(&node.class).or_else(new_name) {
            node.class = name.to_owned();
        }
    }
}

/// The root graph, then those of its subgraphs and group nodes.
fn graphs(mut root: SerializedGraph, extra: Extra, problems: &mut Vec<Problem>) -> Vec<Graph> {
    let mut raw = vec![];
    let mut pending = std::mem::take(&mut root.subgraphs);
    raw.push((root, false));
    let mut classes: HashMap<String, usize> = HashMap::new();
    while let Some(mut subgraph) = pending.pop() {
        pending.append(&mut subgraph.subgraphs);
        subgraph.input_node.get_or_insert_with(|| "-10".to_owned());
        classes.entry(subgraph.id.clone()).or_insert(raw.len());
        raw.push((subgraph, false));
    }
    for (name, group) in extra.groups {
        classes
            .entry(format!("workflow>{name}"))
            .or_insert(raw.len());
        raw.push((group::to_graph(group), true));
    }
    let role = |class: &str| {
        let group = node_role::group_name(class).map(|name| format!("workflow>{name}"));
        match classes.get(group.as_deref().unwrap_or(class)) {
            Some(graph) => NodeRole::Host(*graph),
            None => NodeRole::of(class),
        }
    };
    let graphs = raw.into_iter().map(|(raw, is_group)| {
        let mut graph = Graph::new(raw, role, problems);
        graph.by_position = is_group;
        graph
    });
    graphs.collect()
}

#[cfg(test)]
mod tests;
