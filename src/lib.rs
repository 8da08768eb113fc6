//! flowdeck: forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
//!
//! The pure core ([`workflow`], [`schema`], [`api`], [`client`], [`snippet`]) knows nothing of
//! browsers, sockets or runtimes. Around it stand the faces that use it; ARCHITECTURE.md draws the way
//! of the data.

pub mod api;
pub mod client;
pub mod json;
pub mod schema;
pub mod snippet;
pub mod workflow;

#[cfg(any(feature = "npm", feature = "npm-schema"))]
pub mod npm;
#[cfg(feature = "playground")]
pub mod playground;

#[cfg(feature = "serve")]
pub mod engine;
#[cfg(feature = "serve")]
pub mod service;

/// Smaller than the standard one, which is part of a page's first load, and faster.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
