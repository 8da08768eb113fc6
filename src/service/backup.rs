//! A backup of a data folder in one file, made while a service may use the folder, and the way back. Knows the store
//! and the layout of the folder, but no service.

mod archive;
mod create;
mod error;
mod extract;
mod part_file;
mod restore;
mod run_files;

#[cfg(test)]
mod tests;

pub use create::{BackupReport, back_up};
pub use error::{BackupError, RestoreError};
pub use restore::restore;
