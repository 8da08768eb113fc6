//! The embedded engine: a graph runner and its nodes, and around them a thin server that speaks
//! ComfyUI's HTTP and WebSocket protocol on a loopback port.
