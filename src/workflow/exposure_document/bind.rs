//! Applies an exposure document to its workflow: finds the inputs that the fields are bound to. Does not know
//! kinds of fields.

use std::collections::{HashMap, HashSet};

use super::object::problem;
use super::{ExposedField, ExposureDocument};
use crate::app_input::{AppInput, Target};
use crate::exposure::Exposure;
use crate::graph::{Link, Node, Workflow};
use crate::problem::{Problem, short, truncate};

impl Workflow {
    /// Applies a saved exposure, in place of an earlier one: its fields become the workflow's inputs, in place of
    /// those of App Mode. Marks stay: their nodes cannot run without values. What cannot be applied is a problem
    /// and left out.
    pub fn expose(&mut self, document: &ExposureDocument) -> Vec<Problem> {
        let mut problems = self.bind_fields(document);
        for (position, id) in document.outputs.iter().enumerate() {
            if self.node(id).is_none() {
                let place = format!("outputs[{position}]");
                problems.push(no_node(&place, id));
            }
        }
        truncate(&mut problems);
        self.first_outputs.clone_from(&document.outputs);
        self.names_outputs = !document.outputs.is_empty();
        self.about = document.about.clone();
        problems
    }

    fn bind_fields(&mut self, document: &ExposureDocument) -> Vec<Problem> {
        if self.exposure() == Exposure::Marks && !document.fields.is_empty() {
            let message = "the workflow marks its inputs, so the fields of its saved exposure are not used; \
                           remove them or the marks";
            return vec![Problem::whole(message)];
        }
        let nodes = self.nodes.iter().map(|node| (node.id.as_str(), node));
        let nodes: HashMap<&str, &Node> = nodes.collect();
        let mut bound = HashSet::new();
        let mut problems = Vec::new();
        let mut inputs = Vec::new();
        for field in &document.fields {
            match bind(field, &nodes) {
                Ok(_) if !bound.insert((&field.node, &field.input)) => {
                    let place = format!("fields[{}].input", field.position);
                    problems.push(problem(&place, "another field is bound to this input"));
                }
                Ok(input) => inputs.push(input),
                Err(problem) => problems.push(problem),
            }
        }
        if !inputs.is_empty() {
            self.app_inputs = inputs;
        }
        problems
    }
}

fn no_node(place: &str, id: &str) -> Problem {
    problem(place, &format!("the workflow has no node `{}`", short(id)))
}

fn bind(field: &ExposedField, nodes: &HashMap<&str, &Node>) -> Result<AppInput, Problem> {
    let place = |key: &str| format!("fields[{}].{key}", field.position);
    let problem = |why: &str| problem(&place("input"), why);
    let (id, name) = (short(&field.node), short(&field.input));
    let Some(node) = nodes.get(field.node.as_str()) else {
        return Err(no_node(&place("node"), &field.node));
    };
    match node.value(&field.input) {
        None => {
            let why = format!("node `{id}` has no input `{name}`");
            Err(problem(&why))
        }
        Some(value) if Link::of(value).is_some() => {
            let why = format!(
                "the `{name}` of node `{id}` comes from another node; bind that node's input instead"
            );
            Err(problem(&why))
        }
        Some(_) => Ok(AppInput {
            name: field.name.clone(),
            label: field.label.clone(),
            slot: None,
            targets: vec![Target {
                node: field.node.clone(),
                input: field.input.clone(),
            }],
            settings: field.settings.clone(),
        }),
    }
}
