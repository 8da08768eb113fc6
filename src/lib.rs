//! flowdeck: forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
//!
//! The pure core ([`workflow`], [`schema`], [`api`], [`client`]) knows nothing of browsers, sockets or
//! runtimes. Around it stand the faces that use it; ARCHITECTURE.md draws the way
//! of the data.

pub mod api;
pub mod client;
pub mod schema;
pub mod workflow;

#[cfg(any(feature = "npm", feature = "npm-schema"))]
pub mod npm;
#[cfg(feature = "playground")]
pub mod playground;

#[cfg(feature = "serve")]
pub mod engine;
#[cfg(feature = "serve")]
pub mod service;
