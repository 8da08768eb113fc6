//! Exports a schema as a document. Takes JSON text, like the other schema exports.

use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use schema::{InputSchema, document as own, openapi};

/// The schema to write, with its workflow and deployment.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Described {
    base_url: String,
    workflow_id: String,
    name: String,
    schema: InputSchema,
}

/// The document for `{baseUrl, workflowId, name, schema}` as indented JSON. `format` is `schema` (our
/// own) or `openapi`.
///
/// # Errors
/// A message if the format or the schema is not valid.
#[wasm_bindgen]
pub fn document(format: &str, described: &str) -> Result<String, JsValue> {
    write(format, described).map_err(|why| ["writing a schema: ", &why].concat().into())
}

fn write(format: &str, described: &str) -> Result<String, String> {
    let described: Described = serde_json::from_str(described).map_err(|why| why.to_string())?;
    let document = match format {
        "schema" => schema_document(&described),
        "openapi" => {
            let workflow = (described.workflow_id, described.name, described.schema);
            openapi::document(&[workflow], &described.base_url)
        }
        _ => return Err(["“", format, "” is not a format"].concat()),
    };
    serde_json::to_string_pretty(&document).map_err(|why| why.to_string())
}

/// Our own document. An empty workflow id is omitted.
fn schema_document(described: &Described) -> Value {
    let id = Some(described.workflow_id.as_str()).filter(|id| !id.is_empty());
    own::write(&described.schema, id)
}
