//! The server of the embedded engine: ComfyUI's routes, bare and under `/api`, its WebSocket, and a worker that runs
//! one workflow at a time, on a loopback port. Knows nothing about how a node computes, nor about the service.

mod clock;
mod disk_store;
mod embedded_engine;
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

pub use embedded_engine::Engine;
pub use token::EngineToken;

#[cfg(test)]
mod tests;
