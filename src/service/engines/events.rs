//! Follows one engine instance: its queue, and its events over WebSockets. Reconnects after a failure. Events only
//! make the service faster and better informed: whatever they miss or get wrong, and if none can be received at all,
//! the queue and the history decide, and they are asked in time. Does not know how a run is settled.
//! Source: ComfyUI's `/ws`, `GET /queue` and `GET /prompt`.

mod backoff;
mod connection;
mod connection_error;
mod earlier_clients;
mod event;
mod follow;
mod pace;
mod probe;
mod receiver;
mod snapshot;

pub(crate) use follow::follow;

#[cfg(test)]
mod tests;
