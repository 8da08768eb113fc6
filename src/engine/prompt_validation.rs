//! The validation of a prompt: each input against its class, each link against its source, no
//! cycles. Knows nothing about HTTP. Source: the responses of ComfyUI's `POST /prompt`.

mod cycles;
mod input_validation;
mod link_graph;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json, json};

use super::files::FileStore;
use super::input_error::InputError;
use super::nodes;
use link_graph::LinkGraph;
use workflow::{Node, Workflow};

/// The result of a validation.
pub struct Validation {
    /// The output nodes that can run, in the workflow's order.
    pub outputs: Vec<String>,
    /// ComfyUI's `node_errors`.
    pub node_errors: Map<String, Json>,
    /// ComfyUI's `error`, if nothing can run.
    pub error: Option<Json>,
}

/// The errors of each node, by its id.
type Errors<'a> = HashMap<&'a str, Vec<InputError>>;

/// Validates a workflow whose classes are all known. `targets` limits the output nodes to run.
pub fn validate_prompt(
    workflow: &Workflow,
    targets: Option<&HashSet<String>>,
    store: &dyn FileStore,
) -> Validation {
    let graph = LinkGraph::new(workflow);
    let is_output = |node: &&Node| {
        nodes::class(&node.class).is_some_and(|class| class.output_node)
            && targets.is_none_or(|targets| targets.contains(&node.id))
    };
    let outputs: Vec<&Node> = workflow.nodes.iter().filter(is_output).collect();
    if outputs.is_empty() {
        let error = prompt_error("prompt_no_outputs", "Prompt has no outputs", "");
        return Validation {
            outputs: Vec::new(),
            node_errors: Map::new(),
            error: Some(error),
        };
    }
    let errors = errors(&graph, &outputs, store);
    validation(&graph, &outputs, &errors)
}

fn errors<'a>(graph: &LinkGraph<'a>, outputs: &[&'a Node], store: &dyn FileStore) -> Errors<'a> {
    let mut errors = Errors::new();
    for node in graph.ancestors(outputs.iter().map(|node| node.id.as_str())) {
        let found = input_validation::validate_inputs(graph, node, store);
        if !found.is_empty() {
            errors.insert(&node.id, found);
        }
    }
    for (node, error) in cycles::cycles(graph, outputs)
        .iter()
        .flat_map(|nodes| cycles::cycle_errors(nodes))
    {
        errors.entry(&node.id).or_default().push(error);
    }
    errors
}

fn validation(graph: &LinkGraph, outputs: &[&Node], errors: &Errors) -> Validation {
    let mut valid = Vec::new();
    let mut node_errors = Map::new();
    let mut details = Vec::new();
    for output in outputs {
        let invalid: Vec<&Node> = graph
            .ancestors([output.id.as_str()])
            .into_iter()
            .filter(|node| errors.contains_key(node.id.as_str()))
            .collect();
        if invalid.is_empty() {
            valid.push(output.id.clone());
            continue;
        }
        let own = errors.get(output.id.as_str()).into_iter().flatten();
        details.extend(own.map(|error| format!("{}: {}", error.message, error.details)));
        for node in invalid {
            let errors = &errors[node.id.as_str()];
            add_node_error(&mut node_errors, node, errors, &output.id);
        }
    }
    let message = "Prompt outputs failed validation";
    let kind = "prompt_outputs_failed_validation";
    let error = valid
        .is_empty()
        .then(|| prompt_error(kind, message, &details.join("\n")));
    Validation {
        outputs: valid,
        node_errors,
        error,
    }
}

/// ComfyUI's `error`.
fn prompt_error(kind: &str, message: &str, details: &str) -> Json {
    json!({ "type": kind, "message": message, "details": details, "extra_info": {} })
}

fn add_node_error(
    node_errors: &mut Map<String, Json>,
    node: &Node,
    errors: &[InputError],
    output: &str,
) {
    let entry = node_errors.entry(node.id.clone()).or_insert_with(|| {
        let errors: Vec<Json> = errors.iter().map(InputError::to_json).collect();
        json!({ "errors": errors, "dependent_outputs": [], "class_type": node.class })
    });
    if let Some(dependent) = entry["dependent_outputs"].as_array_mut() {
        dependent.push(Json::from(output));
    }
}
