//! The exports for JavaScript, which only convert, call and convert. Knows the client and the schema.
//! Does not know the facade that wraps it (`www/npm`), which has the options and the error classes.
//!
//! There are two builds: the calls (`npm`), small enough for a page's first load, and schema work
//! (`npm-schema`), loaded on first use.

#[cfg(feature = "npm")]
mod answer;
#[cfg(feature = "npm")]
mod client;
#[cfg(feature = "npm-schema")]
mod document;
mod error;
#[cfg(feature = "npm-schema")]
mod given;
#[cfg(feature = "npm-schema")]
mod memory;
#[cfg(feature = "npm-schema")]
mod opened_file;
#[cfg(feature = "npm")]
mod operation;
#[cfg(feature = "npm-schema")]
mod schema;
#[cfg(feature = "npm-schema")]
mod snippet;
#[cfg(feature = "npm-schema")]
mod suggestion;
#[cfg(feature = "npm-schema")]
mod text;
#[cfg(feature = "npm")]
mod transport;

#[cfg(feature = "npm")]
pub use answer::Answer;
#[cfg(feature = "npm")]
pub use client::{CallOptions, Client};
#[cfg(feature = "npm-schema")]
pub use document::document;
#[cfg(feature = "npm-schema")]
pub use opened_file::{open_file, use_classes};
#[cfg(feature = "npm")]
pub use operation::route;
#[cfg(feature = "npm-schema")]
pub use schema::{changes, check, read, read_text, read_with, refusal};
#[cfg(feature = "npm-schema")]
pub use snippet::snippet;
#[cfg(feature = "npm-schema")]
pub use suggestion::suggest_inputs;
