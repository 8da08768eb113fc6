//! The schema of a listed workflow: flowdeck's own services give it whole, others names and types.

use crate::api::WorkflowEntry;
use crate::schema::{InputSchema, Problem, document, listing};

/// The fields a listed workflow asks for, and what keeps it from running.
pub(crate) fn schema_of(entry: &WorkflowEntry) -> (InputSchema, Vec<Problem>) {
    let mut problems = entry.problems.clone();
    if let Some(document) = &entry.schema {
        // What is no JSON is no document either, which its reader puts into words.
        let document = serde_json::from_str(document).unwrap_or_default();
        let (_, schema, unread) = document::read(&document);
        problems.extend(unread);
        return (schema, problems);
    }
    let (schema, unread) = listing::read(entry.inputs.as_deref(), entry.outputs.as_deref());
    problems.extend(unread);
    (schema, problems)
}
