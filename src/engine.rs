//! The embedded engine: a graph runner and its nodes, and around them a thin server that speaks
//! ComfyUI's HTTP and WebSocket protocol on a loopback port. Knows nothing of the service.
//!
//! Everything but [`server`] is pure: no runtime, no sockets; files are reached through the
//! [`store::Store`] trait. Of ours it uses the workflow's graph alone.

mod call;
mod class;
mod coerce;
mod nodes;
mod runner;
mod server;
mod store;
mod validate;
mod value;

pub use server::Engine;
