//! Marks: the node classes that declare a workflow's inputs and outputs, and where each keeps its
//! settings. To add a family of marker nodes, add rows to the tables. Knows no workflow.

mod alias;
mod builder;
mod family;
mod input_table;
mod kind;
mod lookup;
mod mark;
mod output_table;

pub use alias::{ALIASES, original};
pub use family::{Family, OWN};
pub use input_table::INPUTS;
pub use kind::{InputKind, OutputKind};
pub use lookup::{input, output};
pub use mark::{Core, InputMark, OutputMark, StandIn};
pub use output_table::OUTPUTS;

#[cfg(test)]
mod tests;
