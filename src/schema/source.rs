//! One way in for whatever a person has: tells a workflow, an OpenAPI document, a listing and our
//! own document apart by their top level.

mod shape;

use std::collections::HashMap;

use serde_json::Value;

use self::shape::Shape;
use super::{InputSchema, Problem, document, listing, openapi, read};
use crate::workflow::Workflow;

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
        Ok(Kind::Workflow) => return workflow(Workflow::parse(text)),
        Ok(kind) => serde_json::from_str::<Value>(text).map(|value| (kind, value)),
        Err(error) => Err(error),
    };
    match read {
        Ok((Kind::OpenApi, value)) => openapi::read(&value),
        Ok((Kind::Listing, value)) => listing::read_all(&value),
        Ok((_, value)) => {
            let (id, schema, problems) = document::read(&value);
            (vec![(id, schema)], problems)
        }
        Err(error) => {
            let message = format!(
                "this is not JSON ({error}); give a workflow, an OpenAPI document, a listing or a \
                 schema"
            );
            (Vec::new(), vec![Problem::whole(message)])
        }
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
    Workflow,
    OpenApi,
    Listing,
    Document,
}

/// Tells by the top level. A node of a workflow may have any id, yet is an object: what is told by
/// a list or a text is no workflow in the API format.
fn kind(text: &str) -> Result<Kind, serde_json::Error> {
    if text.starts_with('[') {
        return Ok(Kind::Listing);
    }
    if !text.starts_with('{') {
        return serde_json::from_str::<Shape>(text).map(|_| Kind::Workflow);
    }
    let words: HashMap<String, Shape> = serde_json::from_str(text)?;
    let is = |word: &str, shape: Shape| words.get(word) == Some(&shape);
    Ok(
        if is("openapi", Shape::Text) || is("swagger", Shape::Text) {
            Kind::OpenApi
        } else if is("nodes", Shape::List) {
            Kind::Workflow
        } else if is("fields", Shape::List) || words.contains_key("flowdeck") {
            Kind::Document
        } else if is("data", Shape::List) {
            Kind::Listing
        } else {
            Kind::Workflow
        },
    )
}

#[cfg(test)]
mod tests;
