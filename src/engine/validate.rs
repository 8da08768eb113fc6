//! Whether a workflow can run: each input against its class, each link against its source, no
//! cycles. Knows nothing of HTTP. Source: the answers of ComfyUI's `POST /prompt`.

mod faults;
mod graph;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json, json};

use super::coerce::Fault;
use super::nodes;
use super::store::Store;
use crate::workflow::{Node, Workflow};
use graph::Graph;

/// What came of a workflow's check.
pub(crate) struct Verdict {
    /// The output nodes that can run, in the workflow's order.
    pub(crate) outputs: Vec<String>,
    /// ComfyUI's `node_errors`.
    pub(crate) node_errors: Map<String, Json>,
    /// ComfyUI's `error`, when nothing can run.
    pub(crate) error: Option<Json>,
}

/// Checks a workflow whose classes are all known. `targets`, where given, are the only output
/// nodes asked for.
pub(crate) fn validate(
    workflow: &Workflow,
    targets: Option<&HashSet<String>>,
    store: &dyn Store,
) -> Verdict {
    let graph = Graph::new(workflow);
    let wanted = |node: &&Node| {
        nodes::class(&node.class).is_some_and(|class| class.output_node)
            && targets.is_none_or(|targets| targets.contains(&node.id))
    };
    let outputs: Vec<&Node> = workflow.nodes.iter().filter(wanted).collect();
    if outputs.is_empty() {
        let error = error("prompt_no_outputs", "Prompt has no outputs", "");
        return Verdict {
            outputs: Vec::new(),
            node_errors: Map::new(),
            error: Some(error),
        };
    }
    let mut faults: HashMap<&str, Vec<Fault>> = HashMap::new();
    for node in graph.ancestors(outputs.iter().map(|node| node.id.as_str())) {
        let found = faults::faults(&graph, node, store);
        if !found.is_empty() {
            faults.insert(&node.id, found);
        }
    }
    for (node, fault) in graph
        .cycles(&outputs)
        .iter()
        .flat_map(|nodes| faults::cycle(nodes))
    {
        faults.entry(&node.id).or_default().push(fault);
    }
    verdict(&graph, &outputs, &faults)
}

/// One entry of ComfyUI's `error`.
pub(crate) fn error(kind: &str, message: &str, details: &str) -> Json {
    json!({ "type": kind, "message": message, "details": details, "extra_info": {} })
}

fn verdict(graph: &Graph, outputs: &[&Node], faults: &HashMap<&str, Vec<Fault>>) -> Verdict {
    let mut good = Vec::new();
    let mut node_errors = Map::new();
    let mut details = Vec::new();
    for output in outputs {
        let bad: Vec<&Node> = graph
            .ancestors([output.id.as_str()])
            .into_iter()
            .filter(|node| faults.contains_key(node.id.as_str()))
            .collect();
        if bad.is_empty() {
            good.push(output.id.clone());
            continue;
        }
        let own = faults.get(output.id.as_str()).into_iter().flatten();
        details.extend(own.map(|fault| format!("{}: {}", fault.message, fault.details)));
        for node in bad {
            note(
                &mut node_errors,
                node,
                &faults[node.id.as_str()],
                &output.id,
            );
        }
    }
    let message = "Prompt outputs failed validation";
    let kind = "prompt_outputs_failed_validation";
    let error = good
        .is_empty()
        .then(|| error(kind, message, &details.join("\n")));
    Verdict {
        outputs: good,
        node_errors,
        error,
    }
}

fn note(node_errors: &mut Map<String, Json>, node: &Node, faults: &[Fault], output: &str) {
    let entry = node_errors.entry(node.id.clone()).or_insert_with(|| {
        let errors: Vec<Json> = faults.iter().map(Fault::to_json).collect();
        json!({ "errors": errors, "dependent_outputs": [], "class_type": node.class })
    });
    if let Some(dependent) = entry["dependent_outputs"].as_array_mut() {
        dependent.push(Json::from(output));
    }
}
