//! Follows one engine instance: its events over WebSockets, and its queue. Reconnects after a failure. Events only
//! make the service faster and better informed: whatever they miss or get wrong, the queue and the history decide,
//! and they are asked in time. Does not know how a run is settled.
//! Source: ComfyUI's `/ws`, `GET /queue` and `GET /prompt`.

mod backoff;
mod connection;
mod connection_error;
mod earlier_clients;
mod event;
mod event_stream;
mod follow;
mod liveness;
mod pace;
mod preview;
mod probe;
pub(crate) mod progress;

pub(crate) use follow::follow;

#[cfg(test)]
mod tests;
