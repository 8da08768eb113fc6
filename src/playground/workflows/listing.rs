//! The schema of a listed workflow: flowdeck's own services give it whole, others names and types.

use crate::api::WorkflowEntry;
use crate::json::Json;
use crate::schema::{InputSchema, Problem, document, listing};

/// Nested lists and objects of a document that are read.
const DEPTH: usize = 8;

/// The fields a listed workflow asks for, and what keeps it from running.
pub(crate) fn schema_of(entry: &WorkflowEntry) -> (InputSchema, Vec<Problem>) {
    let mut problems = entry.problems.clone();
    if let Some(document) = &entry.schema {
        // What is no JSON is no document either, which its reader puts into words.
        let document = Json::read(document.as_bytes(), DEPTH).unwrap_or(Json::Null);
        let (_, schema, unread) = document::read(&document);
        problems.extend(unread);
        return (schema, problems);
    }
    let (schema, unread) = listing::read(entry.inputs.as_deref(), entry.outputs.as_deref());
    problems.extend(unread);
    (schema, problems)
}
