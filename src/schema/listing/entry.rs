//! The workflows of a whole listing.

use serde_json::{Map, Value};

use super::read;
use crate::schema::{InputSchema, Problem, Schemas, document};

/// The schema of every workflow that a listing tells of: the answer of
/// `GET /api/v1/comfy/workflows` or its `data`. Where an entry has our own `schema`, that is read.
pub fn read_all(listing: &Value) -> (Schemas, Vec<Problem>) {
    let data = listing.get("data").unwrap_or(listing);
    let entries = data.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut schemas = Vec::new();
    let mut problems = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        let Some(entry) = entry.as_object() else {
            problems.push(Problem::whole(format!(
                "workflow {} of the listing is no JSON object",
                place + 1
            )));
            continue;
        };
        let id = entry.get("id").and_then(Value::as_str).map(str::to_owned);
        let (schema, found) = one(entry);
        let named = |problem: Problem| match &id {
            Some(id) => Problem {
                message: format!("workflow `{id}`: {}", problem.message),
                ..problem
            },
            None => problem,
        };
        problems.extend(found.into_iter().map(named));
        schemas.push((id, schema));
    }
    if schemas.is_empty() && problems.is_empty() {
        problems.push(Problem::whole("the listing has no workflow in it"));
    }
    (schemas, problems)
}

fn one(entry: &Map<String, Value>) -> (InputSchema, Vec<Problem>) {
    if let Some(schema) = entry.get("schema").filter(|schema| schema.is_object()) {
        let (_, schema, problems) = document::read(schema);
        return (schema, problems);
    }
    let text = |name: &str| match entry.get(name) {
        Some(Value::String(text)) => Some(text.clone()),
        // Some say it as the object that the string would hold.
        Some(value @ Value::Object(_)) => Some(value.to_string()),
        _ => None,
    };
    read(text("inputs").as_deref(), text("outputs").as_deref())
}
