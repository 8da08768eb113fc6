//! ComfyUI's protocol over a real loopback socket, in front of a small backend in memory.

mod files;
mod jobs;
mod memory_backend;
mod memory_files;
mod rejected_requests;
mod test_server;
mod token;
mod websocket;
