//! The outputs of a run: listed from an engine's history, copied to the service's own folder.

mod copy;
mod file_name;
mod history_files;
mod listing;
mod output_file;

pub(crate) use copy::{CopyError, copy, download};
pub(crate) use listing::list;
pub(crate) use output_file::output_file;
