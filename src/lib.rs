//! flowdeck: forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
//!
//! The pure core ([`workflow`], [`schema`], [`api`], [`client`], [`snippet`]) knows nothing about
//! browsers, sockets or runtimes. The npm package, the playground and the service use it;
//! ARCHITECTURE.md shows the data flow.

pub mod api;
pub mod json;
pub mod schema;
pub mod snippet;
pub mod tolerant_json;
pub mod workflow;

#[cfg(feature = "web")]
pub mod client;
#[cfg(any(feature = "npm", feature = "npm-schema"))]
pub mod npm;
#[cfg(feature = "playground")]
pub mod playground;

#[cfg(feature = "engine")]
mod bounded_image;
#[cfg(feature = "serve")]
mod byte_range;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "serve")]
pub mod listen;
#[cfg(feature = "serve")]
mod multipart;
#[cfg(feature = "serve")]
pub mod placement;
#[cfg(feature = "serve")]
mod private_files;
#[cfg(feature = "serve")]
pub mod service;

/// Smaller and faster than the standard allocator; its size counts in a page's first load.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
