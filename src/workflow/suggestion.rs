//! Suggests which inputs of a workflow become fields: an ordinary ComfyUI file says nothing about it. Knows
//! neither forms nor marks of inputs.

mod candidates;
mod labels;
mod model;
mod names;
mod prompts;
mod reachable;
mod role;
mod title;
mod wording;
mod words;

use std::collections::HashMap;

use super::app_input::{AppInput, Target};
use super::classes::NodeClasses;
use super::exposure::Exposure;
use super::exposure_document::{ExposedField, ExposureDocument};
use super::graph::{Node, Workflow};
use super::marks;

pub use role::{Group, Role};

/// An input of a node that can become a field: it holds a value and is not linked.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The node's id.
    pub node: String,
    /// The input's name.
    pub input: String,
    /// The name of its field, unique in the workflow.
    pub name: String,
    /// A label for people, unique in the workflow.
    pub label: String,
    /// What it is for.
    pub role: Role,
    /// Whether it is suggested as a field.
    pub is_suggested: bool,
}

/// The candidates of a workflow, the likeliest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// Every candidate.
    pub candidates: Vec<Candidate>,
    /// The id of the node whose output is shown first.
    pub first_output: Option<String>,
}

/// Lists the candidates of a workflow, with the definitions of its nodes' classes.
pub fn suggest(workflow: &Workflow, classes: &NodeClasses) -> Suggestion {
    let outputs = outputs(workflow, classes);
    let reached = reachable::from(workflow, &outputs);
    let mut candidates = candidates::of(workflow, classes, &reached.nodes);
    // Stable: within a role, the order of the nodes is kept.
    candidates.sort_by_key(|candidate| candidate.role);
    let nodes = workflow.nodes.iter().map(|node| (node.id.as_str(), node));
    let nodes: HashMap<&str, &Node> = nodes.collect();
    let node_of = |candidate: &Candidate| nodes.get(candidate.node.as_str()).copied();
    names::make_unique(&mut candidates, node_of);
    labels::make_unique(&mut candidates, node_of, classes);
    tick(&mut candidates);
    Suggestion {
        candidates,
        first_output: reached.largest,
    }
}

/// The nodes that produce outputs: those with a mark that saves, or else all.
fn outputs<'a>(workflow: &'a Workflow, classes: &'a NodeClasses) -> Vec<&'a Node> {
    let saves = |node: &&Node| marks::output(&node.class).is_some_and(|mark| !mark.preview);
    let saving: Vec<_> = workflow.nodes.iter().filter(saves).collect();
    if !saving.is_empty() {
        return saving;
    }
    workflow
        .output_nodes(classes)
        .map(|(node, _)| node)
        .collect()
}

/// Besides the likely fields, ticks a model that is the only one; if there are none, the first of the others.
fn tick(candidates: &mut [Candidate]) {
    const AT_LEAST: usize = 3;
    let mut models = candidates
        .iter_mut()
        .filter(|candidate| candidate.role == Role::Model);
    if let (Some(only), None) = (models.next(), models.next()) {
        only.is_suggested = true;
    }
    if candidates.iter().any(|candidate| candidate.is_suggested) {
        return;
    }
    let usable = candidates
        .iter_mut()
        .filter(|one| one.role < Role::OutputSetting);
    for candidate in usable.take(AT_LEAST) {
        candidate.is_suggested = true;
    }
}

impl Suggestion {
    /// The suggestion as a saved exposure.
    pub fn document(&self) -> ExposureDocument {
        let fields = self.app_inputs();
        ExposureDocument {
            outputs: self.first_output.iter().cloned().collect(),
            fields: fields.iter().filter_map(ExposedField::of).collect(),
            ..ExposureDocument::default()
        }
    }

    /// The suggested inputs, as App Mode would show them.
    pub(super) fn app_inputs(&self) -> Vec<AppInput> {
        let suggested = self
            .candidates
            .iter()
            .filter(|candidate| candidate.is_suggested);
        suggested.map(Candidate::app_input).collect()
    }
}

impl Candidate {
    /// The input, as App Mode would show it.
    pub fn app_input(&self) -> AppInput {
        AppInput {
            name: self.name.clone(),
            label: Some(self.label.clone()),
            slot: None,
            targets: vec![Target {
                node: self.node.clone(),
                input: self.input.clone(),
            }],
            ..AppInput::default()
        }
    }
}

impl Workflow {
    /// Shows the suggested inputs, as App Mode would, and the suggested output first, as far as the workflow does
    /// not say itself what to show.
    pub fn expose_suggested(&mut self, classes: &NodeClasses) {
        if self.exposure() != Exposure::Core {
            return;
        }
        let suggestion = suggest(self, classes);
        self.app_inputs = suggestion.app_inputs();
        if self.first_outputs.is_empty() {
            self.first_outputs.extend(suggestion.first_output);
        }
    }
}

#[cfg(test)]
mod tests;
