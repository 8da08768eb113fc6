//! Finds file name prefixes that would write outside an engine's output folder.
//! Source: ComfyUI's Save… nodes; not all custom ones reject such prefixes.

use serde_json::Value;

use crate::workflow::{Problem, Workflow};

/// The nodes whose `filename_prefix` points outside the output folder, as problems.
pub(crate) fn unsafe_prefixes(workflow: &Workflow) -> Vec<Problem> {
    let nodes = workflow.nodes.iter().filter_map(|node| {
        let prefix = node.inputs.get("filename_prefix").and_then(Value::as_str)?;
        let message = format!(
            "its `filename_prefix` “{prefix}” points outside the output folder; use a plain name"
        );
        let problem = || Problem::at(node, message).coded("prefix_leads_out", &[prefix]);
        is_unsafe(prefix).then(problem)
    });
    nodes.collect()
}

fn is_unsafe(prefix: &str) -> bool {
    let mut segments = prefix.split(['/', '\\']);
    let absolute =
        prefix.starts_with(['/', '\\', '~']) || prefix.contains(':') || prefix.contains('\0');
    absolute || segments.any(|segment| segment.trim() == "..")
}

#[cfg(test)]
mod tests;
