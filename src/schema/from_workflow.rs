//! Reads the schema of a workflow: from its marker nodes, its App Mode inputs, or ComfyUI's own loaders
//! and primitives. Does not know file formats.

mod app_mode;
mod class_input;
mod marker_node;
mod node_settings;
mod settings;

use std::cell::LazyCell;
use std::collections::HashMap;

use super::field::Field;
use super::input_schema::{InputSchema, Output};
use super::kind::FieldKind;
use workflow::classes::NodeClasses;
use workflow::{AppInput, Exposure, Node, Problem, Target, Workflow, marks};

/// The schema of a workflow with ComfyUI's own classes; see [`read_with`].
pub fn read(workflow: &Workflow) -> (InputSchema, Vec<Problem>) {
    read_with(workflow, NodeClasses::core())
}

/// The schema of a workflow, with the definitions of its nodes' classes, and the problems found.
pub fn read_with(workflow: &Workflow, classes: &NodeClasses) -> (InputSchema, Vec<Problem>) {
    let mut schema = InputSchema::default();
    let mut problems = Vec::new();
    schema.fields = match workflow.exposure() {
        Exposure::App => app_mode::fields(workflow, classes, &mut problems),
        Exposure::Marks | Exposure::Core => {
            let nodes = workflow.input_nodes();
            nodes
                .map(|(node, mark)| marker_node::field(node, mark, &mut problems))
                .collect()
        }
    };
    for field in &mut schema.fields {
        field.random = is_random(field, workflow);
    }
    schema.outputs = outputs(workflow, classes);
    drop_duplicate_names(workflow, &mut schema, &mut problems);
    let knows = |node: &Node| is_known(node, classes);
    // A node of an unknown class may be an output.
    if schema.outputs.is_empty() && !workflow.nodes.is_empty() && workflow.nodes.iter().all(knows) {
        let message =
            "the workflow has no output; add a SaveImage, SaveText, SaveVideo or SaveAudio node";
        problems.push(Problem::whole(message).coded("no_output", &[]));
    }
    (schema, problems)
}

/// Whether the editor draws a new value of the field's input after each run.
fn is_random(field: &Field, workflow: &Workflow) -> bool {
    let is_number = matches!(&field.kind, FieldKind::Number(bounds) if bounds.integer);
    let is_its = |target: &Target| {
        let input = field.node.strip_prefix(&target.node);
        let input = input.map(|input| input.trim_start_matches('.'));
        input.is_some_and(|input| input.is_empty() || input == target.input)
    };
    is_number && workflow.random.iter().any(is_its)
}

/// The outputs of a workflow: those that it shows first, then those that save, then those that only preview.
pub fn outputs(workflow: &Workflow, classes: &NodeClasses) -> Vec<Output> {
    let nodes = workflow.output_nodes(classes);
    let outputs = nodes.map(|(node, kind)| Output {
        node: node.id.clone(),
        label: output_label(node),
        kind,
    });
    let mut outputs: Vec<Output> = outputs.collect();
    let first = &workflow.first_outputs;
    let position = |output: &Output| first.iter().position(|node| *node == output.node);
    // Stable: the others keep their order.
    outputs.sort_by_key(|output| position(output).unwrap_or(first.len()));
    outputs
}

fn is_known(node: &Node, classes: &NodeClasses) -> bool {
    marks::input(&node.class).is_some() || classes.get_or_core(&node.class).is_some()
}

fn output_label(node: &Node) -> String {
    let own = node.text("label");
    own.or(node.title.as_deref())
        .unwrap_or(&node.class)
        .to_owned()
}

/// Drops fields whose name is taken; the problem names both nodes.
fn drop_duplicate_names(
    workflow: &Workflow,
    schema: &mut InputSchema,
    problems: &mut Vec<Problem>,
) {
    let apps: HashMap<String, &AppInput> = workflow
        .app_inputs
        .iter()
        .map(|app| (app.key(), app))
        .collect();
    let id = |field: &str| -> String {
        let target = apps.get(field).and_then(|app| app.targets.first());
        target.map_or(field, |target| &target.node).to_owned()
    };
    // Built only if there is a duplicate.
    let nodes = LazyCell::new(|| -> HashMap<&str, &Node> {
        let nodes = workflow.nodes.iter();
        nodes.map(|node| (node.id.as_str(), node)).collect()
    });
    let mut first: HashMap<String, String> = HashMap::new();
    schema.fields.retain(|field| {
        let Some(other) = first.get(&field.name) else {
            first.insert(field.name.clone(), id(&field.node));
            return true;
        };
        if let Some(node) = nodes.get(id(&field.node).as_str()) {
            let message = format!(
                "its name `{}` is already used by node {other}; rename one of them",
                field.name
            );
            let problem = Problem::at(node, message);
            problems.push(problem.coded("second_name", &[&field.name, other]));
        }
        false
    });
}
