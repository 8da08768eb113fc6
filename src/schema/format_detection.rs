//! Detects by its top level whether a file is a workflow, an OpenAPI document, a listing or our own
//! document, and reads it. Does not know these formats in detail.

use std::collections::HashMap;

use serde_json::Value;

use super::from_workflow::read_with;
use super::input_schema::Schemas;
use super::{document, listing, openapi};
use json::{Json, tolerant};
use workflow::classes::NodeClasses;
use workflow::{Entry, Parsed, Problem, Workflow};

/// The maximum depth to which a listing or a document is read.
const DEPTH: usize = 16;

/// The schemas in a JSON text, with ComfyUI's own classes; see [`from_json_with`].
pub fn from_json(text: &str) -> (Schemas, Vec<Problem>) {
    from_json_with(text, NodeClasses::core())
}

/// The schemas in a JSON text, and the problems found. The text may be a workflow in either of
/// ComfyUI's formats, an OpenAPI document (JSON), the answer of `GET /api/v1/comfy/workflows` or its
/// `data`, or our own schema document. Anything else is read as a workflow. The classes describe the nodes
/// of a workflow.
pub fn from_json_with(text: &str, classes: &NodeClasses) -> (Schemas, Vec<Problem>) {
    from_text(text, classes, &mut |read| workflow_schema(read, classes))
}

/// [`from_json_with`], with another reader of workflows.
pub(super) fn from_text(
    text: &str,
    classes: &NodeClasses,
    workflow_schema: &mut dyn FnMut((Workflow, Vec<Problem>)) -> (Schemas, Vec<Problem>),
) -> (Schemas, Vec<Problem>) {
    // A byte order mark is not part of the JSON.
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let (format, strict) = match detect(text, classes) {
        Ok(Format::Workflow(read)) => return workflow_schema(*read),
        Ok(format) => (format, tolerant::strict(text.as_bytes())),
        Err(error) => return (Vec::new(), vec![no_json(text, &error)]),
    };
    let value: Value = match serde_json::from_str(&strict) {
        Ok(parsed) => parsed,
        Err(error) => return (Vec::new(), vec![no_json(text, &error)]),
    };
    // Both parsers accept the same texts.
    let json = Json::read(strict.as_bytes(), DEPTH).unwrap_or(Json::Null);
    match format {
        Format::OpenApi => openapi::read(&value),
        Format::Listing => listing::read_all(&json),
        _ => {
            let (id, schema, problems) = document::read(&json);
            (vec![(id, schema)], problems)
        }
    }
}

/// The problem of a text that is not JSON, with advice.
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
                       convert it to JSON, or use the deployment's own /openapi.json";
        Problem::whole(message).coded("openapi_yaml", &[])
    } else {
        let advice = "provide a workflow, an OpenAPI document, a listing or a schema";
        Problem::no_json(error, advice)
    }
}

/// Like [`from_json`], for a file's bytes, which may also be an image that contains a workflow.
pub fn from_file(bytes: &[u8]) -> (Schemas, Vec<Problem>) {
    from_file_with(bytes, NodeClasses::core())
}

/// Like [`from_json_with`], for a file's bytes, which may also be an image that contains a workflow.
pub fn from_file_with(bytes: &[u8], classes: &NodeClasses) -> (Schemas, Vec<Problem>) {
    match tolerant::text(bytes) {
        Some(text) => {
            let (schemas, mut problems) = from_json_with(&text, classes);
            problems.extend(Problem::of_encoding(bytes));
            (schemas, problems)
        }
        None => workflow_schema(Workflow::read_with(bytes, classes), classes),
    }
}

/// The schema of a workflow, unless it has no nodes.
pub(super) fn workflow_schema(
    (mut workflow, mut problems): (Workflow, Vec<Problem>),
    classes: &NodeClasses,
) -> (Schemas, Vec<Problem>) {
    if workflow.nodes.is_empty() {
        return (Vec::new(), problems);
    }
    workflow.expose_suggested(classes);
    let (schema, more) = read_with(&workflow, classes);
    problems.extend(more);
    (vec![(None, schema)], problems)
}

/// The format of a text.
enum Format {
    Workflow(Box<(Workflow, Vec<Problem>)>),
    OpenApi,
    Listing,
    Document,
}

fn detect(text: &str, classes: &NodeClasses) -> Result<Format, serde_json::Error> {
    if text.starts_with('[') {
        return Ok(Format::Listing);
    }
    if let Ok(parsed) = Parsed::read(text) {
        let other = other_format(|key| parsed.entry(key));
        return Ok(other.unwrap_or_else(|| Format::Workflow(Box::new(parsed.workflow(classes)))));
    }
    // The workflow reader reports why this JSON is not a workflow.
    let entries = top_level(text)?;
    let other = other_format(|key| entries.get(key).copied());
    let workflow = || Format::Workflow(Box::new(Workflow::parse_with(text, classes)));
    Ok(other.unwrap_or_else(workflow))
}

/// Detects formats other than a workflow. A workflow's node may have any of these keys as its id, but is
/// always an object, so a list or a text identifies another format.
fn other_format(entry: impl Fn(&str) -> Option<Entry<()>>) -> Option<Format> {
    let is = |key: &str, shape: Entry<()>| entry(key) == Some(shape);
    if is("openapi", Entry::Text) || is("swagger", Entry::Text) {
        Some(Format::OpenApi)
    } else if is("nodes", Entry::List) {
        None
    } else if is("fields", Entry::List) || entry("flowdeck").is_some() {
        Some(Format::Document)
    } else {
        is("data", Entry::List).then_some(Format::Listing)
    }
}

/// The keys and JSON types of the top level.
fn top_level(text: &str) -> Result<HashMap<String, Entry<()>>, serde_json::Error> {
    if !text.starts_with('{') {
        return tolerant::from_slice::<Entry<()>>(text.as_bytes()).map(|_| HashMap::new());
    }
    tolerant::from_slice(text.as_bytes())
}

#[cfg(test)]
mod tests;
