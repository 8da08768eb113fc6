//! Reads the schema from a workflow: its marker nodes, what App Mode shows, or ComfyUI's own
//! loaders and primitives.

mod app;
mod node;

use std::cell::LazyCell;
use std::collections::HashMap;

use super::{InputSchema, Output};
use crate::workflow::{AppInput, Exposure, Node, Problem, Workflow};

/// The schema of a workflow, and what in it could not be read.
pub fn read(workflow: &Workflow) -> (InputSchema, Vec<Problem>) {
    let mut schema = InputSchema::default();
    let mut problems = Vec::new();
    schema.fields = match workflow.exposure() {
        Exposure::App => app::fields(workflow, &mut problems),
        Exposure::Marks | Exposure::Core => {
            let nodes = workflow.input_nodes();
            nodes
                .map(|(node, mark)| node::field(node, mark, &mut problems))
                .collect()
        }
    };
    schema.outputs = workflow
        .output_nodes()
        .map(|(node, mark)| Output {
            node: node.id.clone(),
            label: output_label(node),
            kind: mark.kind,
        })
        .collect();
    drop_second_names(workflow, &mut schema, &mut problems);
    if schema.outputs.is_empty() && !workflow.nodes.is_empty() {
        let message =
            "the workflow has no output; add a SaveImage, SaveText, SaveVideo or SaveAudio node";
        problems.push(Problem::whole(message).coded("no_output", &[]));
    }
    (schema, problems)
}

fn output_label(node: &Node) -> String {
    let own = node.text("label");
    own.or(node.title.as_deref())
        .unwrap_or(&node.class)
        .to_owned()
}

/// Two nodes with one name are an error that names both; the first keeps it.
fn drop_second_names(workflow: &Workflow, schema: &mut InputSchema, problems: &mut Vec<Problem>) {
    let apps: HashMap<String, &AppInput> = workflow
        .app_inputs
        .iter()
        .map(|app| (app.key(), app))
        .collect();
    let id = |field: &str| -> String {
        let target = apps.get(field).and_then(|app| app.targets.first());
        target.map_or(field, |target| &target.node).to_owned()
    };
    // Made only where there is a second of a name.
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
