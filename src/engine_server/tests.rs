//! ComfyUI's protocol over a real loopback socket.

mod arbitrary_prompts;
mod files;
mod queue;
mod rejected_requests;
mod runs;
mod test_engine;
mod validation_errors;
mod websocket;
