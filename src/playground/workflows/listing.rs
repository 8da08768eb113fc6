//! The schema of a listed workflow: flowdeck's own services give it whole, others names and types.

use crate::api::WorkflowEntry;
use crate::schema::{InputSchema, Problem, listing};

/// The fields a listed workflow asks for, and what keeps it from running.
pub(crate) fn schema_of(entry: &WorkflowEntry) -> (InputSchema, Vec<Problem>) {
    let mut problems = entry.problems.clone();
    if let Some(schema) = &entry.schema {
        return (schema.clone(), problems);
    }
    let (schema, unread) = listing::read(entry.inputs.as_deref(), entry.outputs.as_deref());
    problems.extend(unread);
    (schema, problems)
}
