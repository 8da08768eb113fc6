//! The graph of a submitted prompt. Knows nothing of its values.

use serde_json::{Value, json};

use super::answer::Refusal;
use crate::engine::nodes;
use crate::workflow::Workflow;

/// How many nodes a workflow may have.
const MAX_NODES: usize = 2_000;

/// The graph, once each node is an object of a class this engine knows.
pub(super) fn workflow(prompt: &Value) -> Result<Workflow, Refusal> {
    let invalid = |details: String| {
        Refusal::new(
            "invalid_prompt",
            "The prompt is no workflow in API format",
            details,
        )
    };
    let nodes = prompt
        .as_object()
        .ok_or_else(|| invalid("it is no JSON object of nodes".to_owned()))?;
    if nodes.len() > MAX_NODES {
        return Err(invalid(format!(
            "it has {} nodes, more than {MAX_NODES}",
            nodes.len()
        )));
    }
    for (id, node) in nodes {
        let fields = node
            .as_object()
            .ok_or_else(|| invalid(format!("node {id} is no JSON object")))?;
        if fields
            .get("inputs")
            .is_some_and(|inputs| !inputs.is_object() && !inputs.is_null())
        {
            return Err(invalid(format!(
                "the `inputs` of node {id} is no JSON object"
            )));
        }
        let class = fields.get("class_type").and_then(Value::as_str);
        if class.is_none_or(|class| nodes::class(class).is_none()) {
            return Err(missing_class(id, node, class));
        }
    }
    Ok(Workflow::from_value(prompt).0)
}

fn missing_class(id: &str, node: &Value, class: Option<&str>) -> Refusal {
    let title = node.pointer("/_meta/title").and_then(Value::as_str);
    let message = match class {
        Some(class) => {
            let name = title.unwrap_or(class);
            format!("Node '{name}' not found. The custom node may not be installed.")
        }
        None => {
            let name = title.map_or_else(|| format!("ID #{id}"), str::to_owned);
            format!(
                "Node '{name}' has no class_type. The workflow may be corrupted or a custom node is missing."
            )
        }
    };
    let extra = json!({ "node_id": id, "class_type": class, "node_title": title });
    let details = format!("Node ID '#{id}'");
    let error = json!({ "type": "missing_node_type", "message": message, "details": details, "extra_info": extra });
    Refusal::body(json!({ "error": error, "node_errors": {} }))
}
