//! Checks values against a schema, in the same way for page, package and service. Messages and types
//! follow the contract's validation error item (section 2.5). The check only reports errors: the caller
//! may send the values anyway, and the server decides.

mod additional;
mod assignment;
mod file;
mod number;
mod required;
mod text;
mod values;
mod visibility;

pub use file::unreadable_image;
pub use values::{check, check_value, check_with};
pub(crate) use visibility::hidden;
pub use visibility::is_met;
