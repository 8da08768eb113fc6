//! The client: what a call sends, what an answer comes to, which reading is tried again. Pure, so
//! that page, package and tests share it; [`web`] sends for pages written in Rust, `www/npm` for
//! JavaScript.

pub mod address;
mod call;
mod error;
mod retry;
#[cfg(feature = "web")]
pub mod web;

pub use call::{Call, Outcome, Received};
#[cfg(any(feature = "npm", feature = "npm-schema", feature = "web"))]
pub(crate) use error::digits;
pub use error::{Error, ErrorKind};
#[cfg(feature = "web")]
pub(crate) use error::{cut, hide_key};

#[cfg(test)]
mod tests;
