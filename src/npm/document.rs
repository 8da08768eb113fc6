//! A schema as a document to hand on, over the boundary. Takes JSON text, as the schema work beside
//! it does.

use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::schema::{InputSchema, document as own, openapi};

/// What is to be written, and of which deployment.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Described {
    base_url: String,
    workflow_id: String,
    name: String,
    schema: InputSchema,
}

/// The document, in the `format` `schema` (our own) or `openapi`, of `{baseUrl, workflowId, name,
/// schema}`, as text to be read by people too.
///
/// # Errors
/// A text: why it is no format or no schema.
#[wasm_bindgen]
pub fn document(format: &str, described: &str) -> Result<String, JsValue> {
    write(format, described).map_err(|why| ["writing a schema: ", &why].concat().into())
}

fn write(format: &str, described: &str) -> Result<String, String> {
    let described: Described = serde_json::from_str(described).map_err(|why| why.to_string())?;
    let document = match format {
        "schema" => ours(&described),
        "openapi" => {
            let workflow = (described.workflow_id, described.name, described.schema);
            openapi::document(&[workflow], &described.base_url)
        }
        _ => return Err(["“", format, "” is no format"].concat()),
    };
    serde_json::to_string_pretty(&document).map_err(|why| why.to_string())
}

/// A workflow that has no id yet is written without one.
fn ours(described: &Described) -> Value {
    let id = Some(described.workflow_id.as_str()).filter(|id| !id.is_empty());
    own::write(&described.schema, id)
}
