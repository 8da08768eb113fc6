//! The workflows of a whole listing.

use super::read;
use crate::json::Json;
use crate::schema::{InputSchema, Problem, Schemas, document};

/// The schema of every workflow that a listing tells of: the answer of
/// `GET /api/v1/comfy/workflows` or its `data`. Where an entry has our own `schema`, that is read.
pub fn read_all(listing: &Json<'_>) -> (Schemas, Vec<Problem>) {
    let data = listing.get("data");
    let entries = if data.is_null() { listing } else { data }.items();
    let mut schemas = Vec::new();
    let mut problems = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        if !entry.is_object() {
            let place = (place + 1).to_string();
            let message = format!("workflow {place} of the listing is not a JSON object");
            problems.push(Problem::whole(message).coded("listing_no_object", &[&place]));
            continue;
        }
        let id = entry.get("id").to_word();
        let (schema, found) = one(entry);
        let named = |problem: Problem| match &id {
            Some(id) => Problem {
                message: format!("workflow `{id}`: {}", problem.message),
                // The code says nothing of which workflow it is.
                code: None,
                ..problem
            },
            None => problem,
        };
        problems.extend(found.into_iter().map(named));
        schemas.push((id, schema));
    }
    if schemas.is_empty() && problems.is_empty() {
        let message = "the listing contains no workflows";
        problems.push(Problem::whole(message).coded("listing_empty", &[]));
    }
    (schemas, problems)
}

fn one(entry: &Json<'_>) -> (InputSchema, Vec<Problem>) {
    let schema = entry.get("schema");
    if schema.is_object() {
        let (_, schema, problems) = document::read(schema);
        return (schema, problems);
    }
    let text = |name: &str| match entry.get(name) {
        Json::Text(text) => Some(text.clone().into_owned()),
        // Some say it as the object that the string would hold.
        value @ Json::Object(_) => Some(value.to_text()),
        _ => None,
    };
    read(text("inputs").as_deref(), text("outputs").as_deref())
}
