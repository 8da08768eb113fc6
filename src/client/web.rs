//! The calls of a page written in Rust, over fetch and XMLHttpRequest.

mod client;
mod early;
mod exchange;
mod fetch;
mod form_part;
mod guard;
mod message;
mod request;
mod sniff;
mod transport;
mod xhr;

pub use client::{Client, RunOptions};
pub use early::answered_early;
pub use exchange::{Exchange, Observer};
pub use form_part::{FormPart, check};
pub use sniff::sniff;
