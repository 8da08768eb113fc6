//! The schema: the fields a workflow takes and the outputs it gives. Knows workflows; knows neither
//! forms nor the wire.
//!
//! Numbers are decimal text throughout, so that 64-bit integers and decimals keep their digits.

#![warn(clippy::indexing_slicing)]

mod additional;
mod changes;
mod check;
mod control;
mod decimal;
mod default_models;
pub mod document;
mod engine_faults;
mod exposed_file;
mod field;
mod field_choice;
mod field_error;
mod fill;
mod format_detection;
mod from_workflow;
mod input_schema;
mod kind;
pub mod listing;
pub mod openapi;
mod opened_file;
mod part_name;
mod readiness;
mod size;
mod sniff;
mod truncate;
mod unknown_field;
mod value;

pub use additional::Additional;
pub use changes::{Change, ChangeKind, changes};
pub use check::{check, check_value, check_with, is_met, unreadable_image};
pub use control::Control;
pub use decimal::decimal;
pub use default_models::{default_models, default_problems};
pub use engine_faults::{Refused, engine_faults, engine_problems, own_problems};
pub use exposed_file::from_file_exposed;
pub use field::Field;
pub use field_choice::{ChoiceInput, FieldChoice};
pub use field_error::FieldError;
pub use fill::fill;
pub use format_detection::{from_file, from_file_with, from_json, from_json_with};
pub use from_workflow::{outputs, read, read_with};
pub use input_schema::{InputSchema, Output, Schemas};
pub use kind::{Bounds, FieldKind};
pub use opened_file::{OpenedFile, OpenedWorkflow, open_file};
pub use readiness::{Readiness, readiness};
pub use size::size;
pub use sniff::{SNIFFED, sniff};
pub use unknown_field::{MAX_UNKNOWN_FIELDS, UnknownField};
pub use value::{FieldValue, FileInfo};

pub use workflow::classes::NodeClasses;
pub use workflow::marks::OutputKind;
pub use workflow::{Condition, Problem, SavedRun};

#[cfg(test)]
mod tests;
