//! Exports the check of a workflow for ComfyUI's editor.

use wasm_bindgen::prelude::*;

use crate::memory;
use crate::opened_file::with_classes;

/// Whether a workflow is ready, as JSON text: [`schema::Readiness`]. Uses the classes of [`crate::use_classes`].
///
/// # Errors
/// A message if the result cannot be written.
#[wasm_bindgen(js_name = checkWorkflow)]
pub fn check_workflow(bytes: &[u8]) -> Result<String, JsValue> {
    memory::reserve(bytes.len());
    let readiness = with_classes(|classes| schema::readiness(bytes, None, classes));
    serde_json::to_string(&readiness).map_err(|why| why.to_string().into())
}
