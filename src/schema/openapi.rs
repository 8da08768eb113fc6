//! OpenAPI documents and schemas: from the one to the other. Knows the contract's two operations
//! and no others; does no I/O, so that a reference out of the document is a problem, not a call.
//!
//! # How a document tells several workflows apart
//! The contract has one operation for all of them, and OpenAPI no one way to say so. Read are, in
//! this order: several paths (`/api/v1/runs?workflow_id=poster`); a body that is `oneOf` or `anyOf`
//! of objects, each named by `x-workflow-id`, a property `workflow_id` of one value, the body's
//! `discriminator`, its `title` or the name it is referred to by; and an `enum` of the query
//! parameter `workflow_id`, whose workflows share the body. [`document`] writes the second, with
//! `x-workflow-id`.
//!
//! What a schema holds and OpenAPI has no word for (that a number has a slider, its step, that a
//! text has several lines, the node) stands in `x-flowdeck`, which others pass over.
//!
//! Source: OpenAPI 3.0 and 3.1; the contract, sections 2.1 and 4.

mod body;
mod escape;
mod field;
mod flat;
mod media;
mod number;
mod reading;
mod text;
mod union;
mod variant;
mod write;

use std::collections::HashSet;

use serde_json::Value;

use super::{Problem, Schemas};
use reading::Document;

pub use write::document;

/// What our own words stand in.
const EXTENSION: &str = "x-flowdeck";
/// What names a workflow on an operation or a body.
const WORKFLOW_ID: &str = "x-workflow-id";

/// The schema of every workflow that a document tells of, each with its id where it has one, and
/// what could not be read.
pub fn read(document: &Value) -> (Schemas, Vec<Problem>) {
    let old = document.get("swagger").is_some();
    let document = Document::new(document);
    if old {
        let message = "this is OpenAPI 2; convert the document to OpenAPI 3";
        document.tell(Problem::whole(message).coded("openapi_2", &[]));
        return (Vec::new(), document.into_problems());
    }
    let mut schemas = Vec::new();
    let bodies = body::all(&document);
    if bodies.is_empty() {
        let message = "the document has no POST /api/v1/runs with a multipart/form-data body; \
                       use the document that the deployment serves at /openapi.json";
        document.tell(Problem::whole(message).coded("openapi_no_run", &[]));
    }
    for body in &bodies {
        schemas.extend(variant::schemas(&document, body));
    }
    drop_second_ids(&document, &mut schemas);
    if !schemas.is_empty() && schemas.iter().all(|(_, schema)| schema.fields.is_empty()) {
        let message = "the document lists no fields of a run; open the workflow file to get a form";
        document.tell(Problem::whole(message).coded("openapi_no_fields", &[]));
    }
    (schemas, document.into_problems())
}

fn drop_second_ids(document: &Document<'_>, schemas: &mut Schemas) {
    let mut taken = HashSet::new();
    schemas.retain(|(id, _)| {
        let first = taken.insert(id.clone());
        if !first {
            let which = id
                .as_ref()
                .map_or_else(|| "without an ID".to_owned(), |id| format!("“{id}”"));
            document.problem(format!(
                "the document has two workflows {which}; the first is used"
            ));
        }
        first
    });
}

#[cfg(test)]
mod tests;
