//! The client of a deployment in programs: sends the calls of [`client`], retries them, ends them in time and follows
//! runs. Knows neither a service nor a terminal.

mod answer;
mod attempts;
mod body;
mod client;
mod exchange;
mod failure;
mod follow_run;
mod query;
mod retry_after;
mod stream;

pub use answer::Answer;
pub use body::{Body, FormPart};
pub use client::{Client, TIMEOUT, is_local};
pub use failure::Failure;
pub use follow_run::FollowRun;
pub use query::query;
pub use stream::Stream;

#[cfg(test)]
mod tests;
