//! The operations for JavaScript.

use wasm_bindgen::prelude::*;

use api::Operation;

/// The method and path of the operation with this name, as in `GET /api/v1/runs/{run_id}`.
#[wasm_bindgen]
pub fn route(operation: &str) -> Option<String> {
    let operation = Operation::by_name(operation)?;
    Some([operation.method, " ", &operation.path_template()].concat())
}
