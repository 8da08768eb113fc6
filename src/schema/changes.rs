//! Changes between two schemas of one workflow, in words for people, and whether they break saved
//! values or calling code.

mod change;
mod compare;
mod field;
mod kind;

pub use change::{Change, ChangeKind};
pub use compare::changes;

#[cfg(test)]
mod tests;
