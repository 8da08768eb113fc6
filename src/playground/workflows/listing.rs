//! The schema of a listed workflow: flowdeck's own services give it whole, others names and types.

use crate::api::WorkflowEntry;
use crate::schema::{InputSchema, Problem, from_json, listing};

/// The fields a listed workflow asks for, and what keeps it from running.
pub(crate) fn schema_of(entry: &WorkflowEntry) -> (InputSchema, Vec<Problem>) {
    let mut problems = entry.problems.clone();
    if let Some(document) = &entry.schema {
        let (mut schemas, unread) = from_json(document);
        problems.extend(unread);
        let schema = schemas.pop().map(|(_, schema)| schema);
        return (schema.unwrap_or_default(), problems);
    }
    let (schema, unread) = listing::read(entry.inputs.as_deref(), entry.outputs.as_deref());
    problems.extend(unread);
    (schema, problems)
}
