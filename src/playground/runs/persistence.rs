//! Stores runs and their input files in the browser's database. Knows nothing about the list.

mod files;
mod js_object;
mod pending_write;
mod record_value;
mod runs;

pub(super) use files::{file_key, save_files};
pub(super) use runs::{delete, is_removed, load, load_all, new_id, save};
