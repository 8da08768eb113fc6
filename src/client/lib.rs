//! The client of a deployment: builds requests, interprets answers and decides which failed reads are
//! retried; follows runs; verifies what a deployment sends to webhooks. No I/O.

#![warn(clippy::indexing_slicing)]

pub mod address;
mod call;
mod call_error;
pub(crate) mod error;
mod event_reader;
pub mod follow;
mod retry;
mod server_message;
pub(crate) mod text;
pub mod webhook;

pub use call::{Call, Received};
pub use call_error::item_text;
pub use error::{Error, ErrorKind};
pub use event_reader::{EventReader, EventTooLarge, StreamEvent};

pub use error::redact::excerpt;
pub use text::{digits, find, joined};

#[cfg(test)]
mod tests;
