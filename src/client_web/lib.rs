//! The client for pages and the npm package. It checks values, builds the form, makes the calls and decides
//! about retries and ends; only its transport differs.

#![warn(clippy::indexing_slicing)]

mod answer;
mod api_key;
mod attempts;
mod browser;
mod call_options;
mod client;
mod deploy_calls;
mod details;
mod early;
mod engine_calls;
mod event_calls;
mod exchange;
mod failure;
pub mod fetch;
mod form_part;
mod guard;
mod key_calls;
mod message;
mod monitoring_call;
mod removal_calls;
mod request;
mod sent;
mod share_calls;
mod sniff;
mod transport;
mod typed_calls;
mod webhook_calls;
pub mod xhr;

pub use answer::Answer;
pub use api_key::ApiKey;
pub use browser::{Browser, Observer};
pub use call_options::CallOptions;
pub use client::{Client, TIMEOUT_MS};
pub use details::failed;
pub use early::answered_early;
pub use event_calls::EventBody;
pub use exchange::Exchange;
pub use failure::Failure;
pub use form_part::{FormPart, check, check_with, form};
pub use request::{Attempt, Request, Response, ResponseHeaders};
pub use sent::Sent;
pub use sniff::sniff;
pub use transport::Transport;
