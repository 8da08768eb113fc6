//! The schema of a listed workflow: flowdeck's own services give it whole, others names and types.
//! Tells by it which listed workflow another one is.

use crate::api::WorkflowEntry;
use crate::json::Json;
use crate::schema::{FieldKind, InputSchema, Problem, document, listing};

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

/// The id of the one listed workflow that has the same fields as this schema, by names and kinds; of
/// several, and of none, nobody can say which it is.
pub(super) fn alike(entries: &[WorkflowEntry], schema: &InputSchema) -> Option<String> {
    let fields = shape(schema);
    let is_it = |entry: &&WorkflowEntry| shape(&schema_of(entry).0) == fields;
    let mut found = entries.iter().filter(is_it);
    let id = found.next()?.id.clone();
    (!fields.is_empty() && found.next().is_none()).then_some(id)
}

/// Names and kinds, in an order of their own. A listing of names and types knows of no sliders.
fn shape(schema: &InputSchema) -> Vec<(&str, &str)> {
    let kind = |kind: &FieldKind| match kind {
        FieldKind::Slider(_) => "number",
        other => other.name(),
    };
    let fields = schema.fields.iter();
    let mut shape: Vec<_> = fields
        .map(|field| (field.name.as_str(), kind(&field.kind)))
        .collect();
    shape.sort_unstable();
    shape
}

#[cfg(test)]
mod tests;
