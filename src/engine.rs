//! The embedded engine: a graph runner and its nodes, and a thin server that speaks ComfyUI's HTTP
//! and WebSocket protocol on a loopback port. Knows nothing about the service.
//!
//! Everything but [`server`] and `openh264` is pure: no runtime, no sockets, no C++; files only
//! through [`files::FileStore`], codecs in C++ only through [`video_codec::VideoCodec`]. From the rest of
//! the crate it uses only the workflow graph. So it compiles to WebAssembly, with the feature `engine` alone.

#![cfg_attr(
    not(feature = "serve"),
    allow(dead_code, unused_imports, reason = "only the server runs workflows")
)]

mod audio;
mod class;
mod coercion;
mod context;
mod execution_error;
mod files;
#[cfg(all(fuzzing, feature = "h264"))]
pub mod fuzzing;
mod input;
mod input_error;
mod mp4;
mod node_output;
mod nodes;
mod object_info;
#[cfg(feature = "h264")]
mod openh264;
mod progress;
mod prompt_validation;
mod python_text;
mod runner;
#[cfg(feature = "serve")]
mod server;
mod value;
mod video;
mod video_codec;

#[cfg(feature = "serve")]
pub use server::{Engine, EngineToken};
