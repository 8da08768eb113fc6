//! The problems and warnings of a workflow, as a service lists them and a terminal shows them.

use serde_json::Value;
use workflow::Problem;

use super::table::unbroken;

/// A problem with its node.
pub(crate) fn problem_text(problem: &Value) -> String {
    let read = serde_json::from_value::<Problem>(problem.clone());
    unbroken(&read.map_or_else(|_| problem.to_string(), |problem| problem.to_string()))
}

/// What a warning means: a note stands alone, and anything else leaves out outputs.
pub(crate) fn warning_text(warning: &Value) -> String {
    let read = serde_json::from_value::<Problem>(warning.clone());
    let text = problem_text(warning);
    match read.is_ok_and(|problem| problem.is_note()) {
        true => format!("note: {text}"),
        false => format!("warning: {text}; runs go on without the outputs that need it"),
    }
}
