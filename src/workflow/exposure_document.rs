//! The exposure document: which inputs of a workflow become fields, chosen by its author. It lies next to the
//! workflow file, or in it under `extra.flowdeck`. Does not know kinds of fields.
//!
//! ```json
//! {
//!   "flowdeck": 1,
//!   "title": "Poster",
//!   "fields": [
//!     { "node": "6", "input": "text", "name": "prompt", "label": "Prompt" },
//!     { "node": "3", "input": "steps", "name": "steps", "max": 30, "advanced": true }
//!   ]
//! }
//! ```
//!
//! Its JSON Schema is `www/schema/exposure.json`. Reading is strict: an unknown key is a problem.

mod bind;
mod object;
mod read;
mod write;

use serde_json::Value;

use super::field_settings::FieldSettings;

/// A saved exposure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExposureDocument {
    /// The form's title.
    pub title: Option<String>,
    /// What the workflow does.
    pub description: Option<String>,
    /// The path of a picture, relative to the document.
    pub cover: Option<String>,
    /// The fields, in the order of the form.
    pub fields: Vec<ExposedField>,
    /// Examples, as in `<workflow>.examples.json`.
    pub examples: Vec<Value>,
}

/// A field bound to an input of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExposedField {
    /// The node's id.
    pub node: String,
    /// The input's name.
    pub input: String,
    /// The field's name; by default `{input}_{node id}`.
    pub name: String,
    /// The label that people see; by default the name.
    pub label: Option<String>,
    /// Its other settings.
    pub settings: FieldSettings,
    /// Its position in the document's list, for problems.
    position: usize,
}

// The validator of schemas is not built for WebAssembly.
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
