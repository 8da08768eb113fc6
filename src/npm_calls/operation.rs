//! The operations for JavaScript.

use wasm_bindgen::prelude::*;

use api::Operation;

use crate::later::later;

/// The method and path of the operation with this name, as in `GET /api/v1/runs/{run_id}`. Needs the chunk
/// ([`crate::later`]).
#[wasm_bindgen]
pub fn route(name: &str) -> Option<String> {
    (later().route)(name)
}

/// The operation with this name. Needs the chunk for others than `run` and `queue`.
pub(crate) fn operation(name: &str) -> Option<&'static Operation> {
    match name {
        "run" => Some(&api::RUN),
        "queue" => Some(&api::QUEUE),
        _ => (later().operation)(name),
    }
}
