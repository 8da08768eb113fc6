//! One way in for whatever a person has: tells a workflow, an OpenAPI document, a listing and our
//! own document apart by their top level.

use std::collections::HashMap;

use serde_json::Value;

use super::{InputSchema, Problem, document, listing, openapi, read};
use crate::json::Json;
use crate::workflow::{Entry, Parsed, Workflow};

/// Nested lists and objects of a listing or a document that are read.
const DEPTH: usize = 16;

/// Schemas, each with its workflow's id where the source knows it.
pub type Schemas = Vec<(Option<String>, InputSchema)>;

/// The schemas that a JSON text gives, and what in it could not be read. It may be a workflow in
/// either of ComfyUI's formats, an OpenAPI document (JSON), the answer of
/// `GET /api/v1/comfy/workflows` or its `data`, or our own schema document. What is none of these
/// is read as a workflow.
pub fn from_json(text: &str) -> (Schemas, Vec<Problem>) {
    // A byte order mark is no part of the JSON.
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let read = match kind(text) {
        Ok(Kind::Workflow(read)) => return workflow(read),
        Ok(kind) => serde_json::from_str::<Value>(text).map(|value| (kind, value)),
        Err(error) => Err(error),
    };
    let (kind, value) = match read {
        Ok(read) => read,
        Err(error) => return (Vec::new(), vec![no_json(text, &error)]),
    };
    // What is JSON for one reader is JSON for the other.
    let json = Json::read(text.as_bytes(), DEPTH).unwrap_or(Json::Null);
    match kind {
        Kind::OpenApi => openapi::read(&value),
        Kind::Listing => listing::read_all(&json),
        _ => {
            let (id, schema, problems) = document::read(&json);
            (vec![(id, schema)], problems)
        }
    }
}

/// What a person can do about a text that is no JSON.
fn no_json(text: &str, error: &serde_json::Error) -> Problem {
    if text.trim().is_empty() {
        return Problem::whole(
            "it is empty; provide a workflow, an OpenAPI document, a listing or a schema",
        )
        .coded("empty", &[]);
    }
    let openapi = |line: &str| line.starts_with("openapi:") || line.starts_with("swagger:");
    if !text.starts_with(['{', '[']) && text.lines().any(openapi) {
        let message = "this looks like an OpenAPI document in YAML, but only JSON is supported; \
                       convert it to JSON, or use the deployment’s own /openapi.json";
        Problem::whole(message).coded("openapi_yaml", &[])
    } else {
        let advice = "provide a workflow, an OpenAPI document, a listing or a schema";
        Problem::no_json(error, advice)
    }
}

/// The same of a file's bytes, which may be a picture that carries its workflow, too.
pub fn from_file(bytes: &[u8]) -> (Schemas, Vec<Problem>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => from_json(text),
        Err(_) => workflow(Workflow::read(bytes)),
    }
}

fn workflow((workflow, mut problems): (Workflow, Vec<Problem>)) -> (Schemas, Vec<Problem>) {
    if workflow.nodes.is_empty() {
        return (Vec::new(), problems);
    }
    let (schema, more) = read(&workflow);
    problems.extend(more);
    (vec![(None, schema)], problems)
}

/// What a text is.
enum Kind {
    Workflow((Workflow, Vec<Problem>)),
    OpenApi,
    Listing,
    Document,
}

fn kind(text: &str) -> Result<Kind, serde_json::Error> {
    if text.starts_with('[') {
        return Ok(Kind::Listing);
    }
    if let Ok(parsed) = Parsed::read(text) {
        let other = other(|key| parsed.entry(key));
        return Ok(other.unwrap_or_else(|| Kind::Workflow(parsed.workflow())));
    }
    // What is JSON and yet no workflow's, its own reader puts into words.
    let words = outline(text)?;
    let other = other(|key| words.get(key).copied());
    Ok(other.unwrap_or_else(|| Kind::Workflow(Workflow::parse(text))))
}

/// Tells by the top level what is no workflow. A node of a workflow may have any id, yet is an
/// object: what is told by a list or a text is no workflow in the API format.
fn other(entry: impl Fn(&str) -> Option<Entry<()>>) -> Option<Kind> {
    let is = |key: &str, shape: Entry<()>| entry(key) == Some(shape);
    if is("openapi", Entry::Text) || is("swagger", Entry::Text) {
        Some(Kind::OpenApi)
    } else if is("nodes", Entry::List) {
        None
    } else if is("fields", Entry::List) || entry("flowdeck").is_some() {
        Some(Kind::Document)
    } else {
        is("data", Entry::List).then_some(Kind::Listing)
    }
}

/// The top level, with nothing kept of what stands in it.
fn outline(text: &str) -> Result<HashMap<String, Entry<()>>, serde_json::Error> {
    if !text.starts_with('{') {
        return serde_json::from_str::<Entry<()>>(text).map(|_| HashMap::new());
    }
    serde_json::from_str(text)
}

#[cfg(test)]
mod tests;
