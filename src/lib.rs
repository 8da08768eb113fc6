//! flowdeck: forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
//!
//! The pure core ([`workflow`], [`schema`], [`api`]) knows nothing of browsers, sockets or
//! runtimes. Around it stand the client and the faces that use it; ARCHITECTURE.md draws the way
//! of the data.

pub mod api;
pub mod schema;
pub mod workflow;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "npm")]
pub mod npm;
#[cfg(feature = "playground")]
pub mod playground;

#[cfg(feature = "serve")]
pub mod engine;
#[cfg(feature = "serve")]
pub mod service;
