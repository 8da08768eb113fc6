//! Reads all workflows of a listing.

use super::types::read;
use crate::document;
use crate::input_schema::{InputSchema, Schemas};
use json::Json;
use workflow::Problem;

/// The schema of every workflow in a listing: the answer of `GET /api/v1/comfy/workflows` or its
/// `data`. If an entry has our own `schema`, that is read instead.
pub fn read_all(listing: &Json<'_>) -> (Schemas, Vec<Problem>) {
    let data = listing.get("data");
    let entries = if data.is_null() { listing } else { data }.items();
    let mut schemas = Vec::new();
    let mut problems = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if !entry.is_object() {
            let position = (index + 1).to_string();
            let message = format!("workflow {position} of the listing is not a JSON object");
            problems.push(Problem::whole(message).coded("listing_no_object", &[&position]));
            continue;
        }
        let id = entry.get("id").to_word();
        let (schema, more) = entry_schema(entry);
        let named = |problem: Problem| match &id {
            Some(id) => Problem {
                message: format!("workflow `{id}`: {}", problem.message),
                // The code has no argument for the workflow.
                code: None,
                ..problem
            },
            None => problem,
        };
        problems.extend(more.into_iter().map(named));
        schemas.push((id, schema));
    }
    if schemas.is_empty() && problems.is_empty() {
        let message = "the listing contains no workflows";
        problems.push(Problem::whole(message).coded("listing_empty", &[]));
    }
    (schemas, problems)
}

fn entry_schema(entry: &Json<'_>) -> (InputSchema, Vec<Problem>) {
    let schema = entry.get("schema");
    if schema.is_object() {
        let (_, schema, problems) = document::read(schema);
        return (schema, problems);
    }
    let text = |name: &str| match entry.get(name) {
        Json::Text(text) => Some(text.clone().into_owned()),
        // Some deployments send the object itself instead of a string.
        value @ Json::Object(_) => Some(value.to_text()),
        _ => None,
    };
    read(text("inputs").as_deref(), text("outputs").as_deref())
}
