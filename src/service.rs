//! The service: the contract's two operations and what deployments offer beyond them, in front of
//! ComfyUI instances.
