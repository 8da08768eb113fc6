//! The thin server around the runner: ComfyUI's routes, bare and under `/api`, its WebSocket, and a
//! worker that runs one workflow at a time. Knows nothing about how a node computes.

mod clock;
mod disk_store;
mod engine;

mod error_response;
mod history;
mod history_entry;
mod job;
mod json_body;
mod limits;
mod origin_check;
mod png_metadata;
mod progress_events;
mod prompt_nodes;
mod prompt_request;
mod queue;
mod router;
mod routes;
mod state;
mod token;
mod websocket_clients;
mod worker;

pub use engine::Engine;
pub use token::EngineToken;

#[cfg(test)]
mod tests;
