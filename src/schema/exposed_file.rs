//! The schemas of a file whose fields a saved exposure chooses. Does not know where the exposure comes from.

use super::format_detection::{from_text, workflow_schema};
use super::input_schema::Schemas;
use json::tolerant;
use workflow::classes::NodeClasses;
use workflow::{ExposureDocument, Problem, Workflow};

/// Like [`super::from_file_with`], with a saved exposure in place of the workflow's own. What cannot be applied of
/// it is a problem.
pub fn from_file_exposed(
    bytes: &[u8],
    exposure: &ExposureDocument,
    classes: &NodeClasses,
) -> (Schemas, Vec<Problem>) {
    let mut is_workflow = false;
    let mut read = |(mut workflow, mut problems): (Workflow, Vec<Problem>)| {
        is_workflow = true;
        // What is wrong with a workflow that could not be read is known.
        if !workflow.nodes.is_empty() {
            problems.extend(workflow.expose(exposure));
        }
        workflow_schema((workflow, problems), classes)
    };
    let text = tolerant::text(bytes);
    let (schemas, mut problems) = match &text {
        Some(text) => from_text(text, classes, &mut read),
        None => read(Workflow::read_with(bytes, classes)),
    };
    problems.extend(text.and_then(|_| Problem::of_encoding(bytes)));
    // A text that is not JSON has its own problem.
    if !is_workflow && !schemas.is_empty() {
        let message = "the exposure is not used: it belongs to a workflow, and this is not one; give the \
                       workflow's own file";
        problems.push(Problem::whole(message));
    }
    (schemas, problems)
}

#[cfg(test)]
mod tests;
