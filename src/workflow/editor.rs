//! The editor's format, 0.4 and 1.0: a graph with positions and widgets, made into the nodes of the
//! API format as ComfyUI's editor does when it queues. Knows neither marks nor forms.

mod app;
mod bypass;
mod emit;
mod graph;
pub(super) mod group;
mod known;
mod promoted;
pub(super) mod raw;
mod resolve;
mod role;
mod scope;
mod weight;
mod widget;

use std::collections::HashMap;

use super::document::{Document, Extra};
use super::links::Places;
use super::{Problem, Workflow};
use graph::Graph;
use raw::RawGraph;
use role::Role;

/// Reads a document in the editor's format.
pub(super) fn read(document: Document, problems: &mut Vec<Problem>) -> (Workflow, Places) {
    let root_id = document.graph.id.clone();
    let shown = document.extra.app_inputs.clone();
    let graphs = graphs(document.graph, document.extra, problems);
    let scopes = scope::lay_out(&graphs, problems);
    let (nodes, places) = emit::nodes(&graphs, &scopes, problems);
    let mut workflow = Workflow {
        nodes,
        app_inputs: Vec::new(),
    };
    if !shown.is_empty() {
        let shower = app::Shower::new(&graphs, &scopes, &workflow, &root_id);
        workflow.app_inputs = shower.inputs(&shown, problems);
    }
    (workflow, places)
}

/// The file's own graph, then those of its subgraphs and group nodes.
fn graphs(mut root: RawGraph, extra: Extra, problems: &mut Vec<Problem>) -> Vec<Graph> {
    let mut raw = vec![];
    let mut waiting = std::mem::take(&mut root.subgraphs);
    raw.push((root, false));
    let mut classes: HashMap<String, usize> = HashMap::new();
    while let Some(mut subgraph) = waiting.pop() {
        waiting.append(&mut subgraph.subgraphs);
        subgraph.input_node.get_or_insert_with(|| "-10".to_owned());
        classes.entry(subgraph.id.clone()).or_insert(raw.len());
        raw.push((subgraph, false));
    }
    for (name, group) in extra.groups {
        classes
            .entry(format!("workflow>{name}"))
            .or_insert(raw.len());
        raw.push((group::graph(group), true));
    }
    let role = |class: &str| {
        let group = role::group_name(class).map(|name| format!("workflow>{name}"));
        match classes.get(group.as_deref().unwrap_or(class)) {
            Some(place) => Role::Host(*place),
            None => Role::of(class),
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
