//! A run's call as code for developers: shell, JavaScript, TypeScript, Python and Rust. Pure; knows
//! neither the form nor the API key, for which the code has a placeholder.

#![warn(clippy::indexing_slicing)]

mod append;
mod call;
mod content_type;
mod curl;
mod fetch;
mod generate;
mod install;
mod language;
mod literal;
mod package;
mod python;
mod rust;
mod typescript;

pub use call::{FormPart, PartValue, RunCall};
pub use generate::snippet;
pub use install::package_address;
pub use language::Language;

#[cfg(test)]
mod tests;
