//! The server of the embedded engine on a loopback port: its queue, its history, its files, and a worker that runs one
//! workflow at a time, behind `comfy_server`. Knows nothing about how a node computes, nor about the service.

mod backend;
mod disk_store;
mod embedded_engine;
mod history;
mod history_entry;
mod job;
mod partial_upload;
mod png_metadata;
mod progress_events;
mod prompt_nodes;
mod queue;
mod state;
mod submission;
mod worker;

pub use comfy_server::EngineToken;
pub use embedded_engine::Engine;

#[cfg(test)]
mod tests;
