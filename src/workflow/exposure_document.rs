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

use super::about::About;
use super::app_input::AppInput;
use super::field_settings::FieldSettings;

/// A saved exposure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExposureDocument {
    /// What it says besides the fields.
    pub about: About,
    /// The ids of the nodes whose outputs are shown first.
    pub outputs: Vec<String>,
    /// The fields, in the order of the form; without any, the workflow has those that it has anyway.
    pub fields: Vec<ExposedField>,
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

impl ExposedField {
    /// The field that makes this input one; `None` if it is bound to no input.
    pub fn of(app: &AppInput) -> Option<Self> {
        let target = app.targets.first()?;
        Some(Self {
            node: target.node.clone(),
            input: target.input.clone(),
            name: app.name.clone(),
            label: app.label.clone(),
            settings: app.settings.clone(),
            position: 0,
        })
    }
}

// The validator of schemas is not built for WebAssembly.
#[cfg(test)]
mod tests;
