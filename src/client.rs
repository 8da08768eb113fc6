//! The client: builds requests, interprets answers and decides which failed reads are retried. Pure, so
//! that the page, the package and tests share it. [`web`] sends requests for the page, `www/npm` for
//! JavaScript.

pub mod address;
mod call;
pub(crate) mod error;
mod outcome;
mod retry;
pub(crate) mod text;
#[cfg(feature = "web")]
pub mod web;

pub use call::{Call, Received};
pub use error::{Error, ErrorKind};
pub use outcome::Outcome;
#[cfg(any(feature = "npm", feature = "npm-schema"))]
pub(crate) use text::digits;

#[cfg(test)]
mod tests;
