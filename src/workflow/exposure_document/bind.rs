//! Applies an exposure document to its workflow: finds the inputs that the fields are bound to. Does not know
//! kinds of fields.

use std::collections::{HashMap, HashSet};

use super::object::problem;
use super::{ExposedField, ExposureDocument};
use crate::workflow::app_input::{AppInput, Target};
use crate::workflow::exposure::Exposure;
use crate::workflow::graph::{Link, Node, Workflow};
use crate::workflow::problem::{Problem, short, truncate};

impl Workflow {
    /// Makes the fields of a saved exposure the workflow's inputs, in place of those of App Mode. Marks stay:
    /// their nodes cannot run without values. A field that cannot be bound is a problem and left out.
    pub fn expose(&mut self, document: &ExposureDocument) -> Vec<Problem> {
        if self.exposure() == Exposure::Marks {
            let message = "the workflow marks its inputs, so its saved exposure is not used; remove the \
                           marks or the exposure";
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
        truncate(&mut problems);
        problems
    }
}

fn bind(field: &ExposedField, nodes: &HashMap<&str, &Node>) -> Result<AppInput, Problem> {
    let problem = |key: &str, why: &str| problem(&format!("fields[{}].{key}", field.position), why);
    let (id, name) = (short(&field.node), short(&field.input));
    let Some(node) = nodes.get(field.node.as_str()) else {
        let why = format!("the workflow has no node `{id}`");
        return Err(problem("node", &why));
    };
    match node.inputs.get(&field.input) {
        None => {
            let why = format!("node `{id}` has no input `{name}`");
            Err(problem("input", &why))
        }
        Some(value) if Link::of(value).is_some() => {
            let why = format!(
                "the `{name}` of node `{id}` comes from another node; bind that node’s input instead"
            );
            Err(problem("input", &why))
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
