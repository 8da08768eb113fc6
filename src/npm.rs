//! The exports for JavaScript, which only convert, call and convert. Knows the client's calls and the
//! schema. Does not know the facade that wraps it (`www/npm`), which sends requests and throws typed
//! errors.
//!
//! There are two builds: the calls (`npm`), small enough for a page's first load, and schema work
//! (`npm-schema`), loaded on first use.

#[cfg(feature = "npm")]
mod calls;
#[cfg(feature = "npm-schema")]
mod document;
mod error;
#[cfg(feature = "npm-schema")]
mod memory;
#[cfg(feature = "npm-schema")]
mod schema;
#[cfg(feature = "npm-schema")]
mod snippet;
#[cfg(feature = "npm-schema")]
mod text;

#[cfg(feature = "npm")]
pub use calls::core;
#[cfg(feature = "npm-schema")]
pub use document::document;
#[cfg(feature = "npm-schema")]
pub use schema::{changes, check, read, read_text, refusal};
#[cfg(feature = "npm-schema")]
pub use snippet::snippet;
