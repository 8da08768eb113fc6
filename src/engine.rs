//! The embedded engine: a graph runner and its nodes, and a thin server that speaks ComfyUI's HTTP
//! and WebSocket protocol on a loopback port. Knows nothing about the service.
//!
//! Everything but [`server`] is pure: no runtime, no sockets, and files only through the
//! [`files::FileStore`] trait. From the rest of the crate it uses only the workflow graph.

mod audio;
mod class;
mod coercion;
mod context;
mod execution_error;
mod files;
mod input;
mod input_error;
mod node_output;
mod nodes;
mod object_info;
mod progress;
mod prompt_validation;
mod python;
mod runner;
mod server;
mod value;

pub use server::Engine;
