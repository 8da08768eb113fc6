//! Editing a batch: the controls at its fields, and its panel.

mod chips;
pub(super) mod editor;
mod options;
pub(super) mod panel;
pub(super) mod run_count;
pub(super) mod summary;
mod table_file;
pub(super) mod table_panel;
pub(super) mod vary;
