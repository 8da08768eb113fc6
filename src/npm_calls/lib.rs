//! The calls of the npm package, small enough for a page's first load. The exports only convert, call and convert.
//! They do not know the facade that wraps them (`www/npm`), which has the options and the error classes.

#![warn(clippy::indexing_slicing)]

mod answer;
mod client;
mod error;
mod later;
mod operation;
mod transport;

pub use answer::Answer;
pub use client::{CallOptions, Client};
pub use operation::route;

/// Smaller and faster than the standard allocator; its size counts in a page's first load.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
