//! The operations of a deployment's API: their paths, their names in messages, and how their answers
//! are read. Knows no transport.

mod definition;
mod encode;
mod table;

pub use definition::Operation;
pub use encode::encode;
pub use table::*;

#[cfg(test)]
mod tests;
