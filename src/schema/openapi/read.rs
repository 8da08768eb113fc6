//! Reads the schemas of a document.

use std::collections::HashSet;

use serde_json::Value;

use super::document::Document;
use super::{body, body_workflows};
use crate::input_schema::Schemas;
use workflow::Problem;

/// The schema of every workflow in a document, with its id if it has one, and the problems found.
pub fn read(document: &Value) -> (Schemas, Vec<Problem>) {
    let is_version_2 = document.get("swagger").is_some();
    let document = Document::new(document);
    if is_version_2 {
        let message = "this is OpenAPI 2; convert the document to OpenAPI 3";
        document.push(Problem::whole(message).coded("openapi_2", &[]));
        return (Vec::new(), document.into_problems());
    }
    let mut schemas = Vec::new();
    let bodies = body::all(&document);
    if bodies.is_empty() {
        let message = "the document has no POST /api/v1/runs with a multipart/form-data body; \
                       use the document that the deployment serves at /openapi.json";
        document.push(Problem::whole(message).coded("openapi_no_run", &[]));
    }
    for body in &bodies {
        schemas.extend(body_workflows::schemas(&document, body));
    }
    drop_duplicate_ids(&document, &mut schemas);
    if !schemas.is_empty() && schemas.iter().all(|(_, schema)| schema.fields.is_empty()) {
        let message = "the document lists no fields of a run; open the workflow file to get a form";
        document.push(Problem::whole(message).coded("openapi_no_fields", &[]));
    }
    (schemas, document.into_problems())
}

fn drop_duplicate_ids(document: &Document<'_>, schemas: &mut Schemas) {
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
