//! File name prefixes that would write outside an engine's output folder.
//! Source: ComfyUI's Save… nodes; custom ones do not all refuse them.

use serde_json::Value;

use crate::workflow::{Problem, Workflow};

/// The nodes whose `filename_prefix` would lead out of the output folder, as problems.
pub(crate) fn escapes(workflow: &Workflow) -> Vec<Problem> {
    let nodes = workflow.nodes.iter().filter_map(|node| {
        let prefix = node.inputs.get("filename_prefix").and_then(Value::as_str)?;
        let message = format!(
            "its `filename_prefix` “{prefix}” leads out of the output folder; use a plain name"
        );
        let problem = || Problem::at(node, message).coded("prefix_leads_out", &[prefix]);
        leads_out(prefix).then(problem)
    });
    nodes.collect()
}

fn leads_out(prefix: &str) -> bool {
    let mut steps = prefix.split(['/', '\\']);
    let absolute =
        prefix.starts_with(['/', '\\', '~']) || prefix.contains(':') || prefix.contains('\0');
    absolute || steps.any(|step| step.trim() == "..")
}

#[cfg(test)]
mod tests;
