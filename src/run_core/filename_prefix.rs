//! File name prefixes: fills in times, and finds prefixes that would write outside an engine's output folder.
//! Source: ComfyUI's editor and its Save… nodes; not all custom ones reject such prefixes.

mod times;

use chrono::{DateTime, NaiveDateTime};
use serde_json::Value;

use workflow::name_text::INPUT;
use workflow::{Problem, Workflow};

/// Any time: whether a prefix is safe does not depend on it.
const SOME_TIME: NaiveDateTime = DateTime::UNIX_EPOCH.naive_utc();

/// Fills in the local time, as the editor does when it queues. Engines fill in sizes.
pub fn fill_in_times(workflow: &mut Workflow, now: NaiveDateTime) {
    let inputs = workflow.nodes.iter_mut();
    for prefix in inputs.filter_map(|node| node.inputs.get_mut(INPUT)) {
        if let Value::String(text) = prefix {
            *text = times::filled(text, now);
        }
    }
}

/// The nodes whose `filename_prefix` points outside the output folder, as problems.
pub fn unsafe_prefixes(workflow: &Workflow) -> Vec<Problem> {
    let nodes = workflow.nodes.iter().filter_map(|node| {
        let prefix = node.inputs.get(INPUT).and_then(Value::as_str)?;
        let message = format!(
            "its `filename_prefix` “{prefix}” points outside the output folder; use a plain name"
        );
        let problem = || Problem::at(node, message).coded("prefix_leads_out", &[prefix]);
        is_unsafe(&times::filled(prefix, SOME_TIME)).then(problem)
    });
    nodes.collect()
}

fn is_unsafe(prefix: &str) -> bool {
    let is_absolute = prefix.starts_with(['/', '\\', '~']) || prefix.contains('\0');
    let mut segments = prefix.split(['/', '\\']);
    is_absolute || segments.any(|segment| segment.trim() == ".." || is_drive(segment))
}

/// Whether Windows takes the beginning of a segment for a drive, as in `C:name`.
fn is_drive(segment: &str) -> bool {
    segment.trim_start().chars().nth(1) == Some(':')
}

#[cfg(test)]
mod tests;
