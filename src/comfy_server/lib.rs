//! ComfyUI's protocol as a server: its routes, bare and under `/api`, and its WebSocket, in front of a [`Backend`].
//! Knows nothing about nodes and workers. The smallest backend is `tests/memory_backend.rs`.

mod backend;
mod clear_or_delete;
mod clock;
mod error_response;
mod json_body;
mod limits;
mod opened_file;
mod origin_check;
mod prompt_request;
mod router;
mod routes;
mod state;
mod token;
mod websocket_clients;

pub use backend::{Backend, EndedRun, HistoryQuery, NewUpload, QueueItems, Subscription};
pub use clear_or_delete::ClearOrDelete;
pub use clock::unix_millis;
pub use error_response::ErrorResponse;
pub use json_body::JsonText;
pub use prompt_request::PromptRequest;
pub use router::router;
pub use routes::MAX_PREVIEW_PIXELS;
pub use token::EngineToken;
pub use websocket_clients::{Messages, WebSocketClients};

#[cfg(test)]
mod tests;
