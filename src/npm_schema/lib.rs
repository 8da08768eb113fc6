//! The schema work of the npm package: reading files, checking values, writing code and documents. Also the verification
//! of webhooks. Loaded on first use. The exports only convert, call and convert.

#![warn(clippy::indexing_slicing)]

mod document;
mod given;
mod memory;
mod opened_file;
mod readiness;
mod schema;
mod snippet;
mod suggestion;
mod text;
mod webhook;

pub use document::document;
pub use opened_file::{open_file, use_classes};
pub use readiness::check_workflow;
pub use schema::{changes, check, read, read_text, read_with, refusal};
pub use snippet::snippet;
pub use suggestion::suggest_inputs;
pub use webhook::verify_webhook;

/// Smaller and faster than the standard allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
