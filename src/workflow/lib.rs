//! A workflow: a graph of nodes in ComfyUI's API format. Knows neither forms nor the wire.
//!
//! Source: the `prompt` object of ComfyUI's `POST /prompt`,
//! `{"6": {"class_type": "…", "inputs": {…}, "_meta": {"title": "…"}}}`.

#![warn(clippy::indexing_slicing)]

mod about;
mod api_format;
mod api_seeds;
mod app_input;
mod app_mode;
pub mod classes;
pub mod custom_combo;
mod cycle;
mod dependencies;
mod document;
mod editor;
mod exposure;
mod exposure_document;
mod field_settings;
mod file;
mod file_option;
mod graph;
pub mod keep;
pub mod lower;
pub mod map;
pub mod marks;
mod missing;
mod model_folder;
mod model_link;
mod models;
pub mod name_text;
mod needed;
mod parse;
pub mod power_loras;
mod problem;
pub mod python;
mod serialized;
mod sharing;
mod similarity;
pub mod suggestion;
mod tolerant;
pub mod validation;
mod wrapper;

pub use about::About;
pub use app_input::{AppInput, Target};
pub use document::Entry;
pub use exposure::Exposure;
pub use exposure_document::{ExposedField, ExposureDocument};
pub use field_settings::{Condition, FieldSettings};
pub use file::SavedRun;
pub use file_option::{file_option, is_same_file, plain_path};
pub use graph::{Link, Node, Workflow};
pub use keep::Keep;
pub use model_link::ModelLink;
pub use models::{MISSING_MODEL, NamedModel};
pub use parse::Parsed;
pub use problem::Problem;
pub use sharing::Sharing;
pub use similarity::most_similar;

#[cfg(test)]
mod tests;
