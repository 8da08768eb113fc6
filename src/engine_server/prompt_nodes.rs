//! The nodes of a prompt: their structure and their classes. Knows nothing about input values.

use serde_json::{Map, Value, json};

use comfy_server::ErrorResponse;
use engine::nodes;
use workflow::Workflow;

/// The largest number of nodes in a workflow.
const MAX_NODES: usize = 2_000;

/// The workflow of a prompt in which every node is an object of a known class.
pub(super) fn workflow(prompt: &Value) -> Result<Workflow, ErrorResponse> {
    let nodes = prompt
        .as_object()
        .ok_or_else(|| invalid_prompt("it is not a JSON object of nodes".to_owned()))?;
    if nodes.len() > MAX_NODES {
        return Err(invalid_prompt(format!(
            "it has {} nodes, more than {MAX_NODES}",
            nodes.len()
        )));
    }
    for (id, node) in nodes {
        check_node(id, node)?;
    }
    Ok(Workflow::from_value(prompt).0)
}

fn check_node(id: &str, node: &Value) -> Result<(), ErrorResponse> {
    let fields = node
        .as_object()
        .ok_or_else(|| invalid_prompt(format!("node {id} is not a JSON object")))?;
    if fields
        .get("inputs")
        .is_some_and(|inputs| !inputs.is_object() && !inputs.is_null())
    {
        return Err(invalid_prompt(format!(
            "the `inputs` of node {id} is not a JSON object"
        )));
    }
    let class = fields.get("class_type").and_then(Value::as_str);
    if class.is_none_or(|class| nodes::class(class).is_none()) {
        return Err(missing_node_type(id, node, class));
    }
    Ok(())
}

fn invalid_prompt(details: String) -> ErrorResponse {
    let message = "The prompt is not a workflow in API format";
    ErrorResponse::new("invalid_prompt", message, details)
}

fn missing_node_type(id: &str, node: &Value, class: Option<&str>) -> ErrorResponse {
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
    ErrorResponse::with_node_errors(error, Map::new())
}
