//! The outputs of runs: listed from an engine's history, copied to the service's own folder, and shown from there.

mod copy;
pub(crate) mod copy_cleaning;
mod file_name;
mod history_files;
mod listing;
mod output_file;
mod plain_copies;
mod removal;
mod thumbnails;
mod unfinished;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use copy::{CopyError, copy, download};
pub(crate) use listing::list;
pub(crate) use output_file::output_file;
pub(crate) use plain_copies::{PlainCopies, PlainFile};
pub(crate) use removal::remove_folders;
use thumbnails::Thumbnails;
pub(crate) use thumbnails::{WIDTHS, is_reducible};
pub(crate) use unfinished::remove_unfinished;

use crate::ids_in_use::IdsInUse;
use store::ShareStore;

/// The outputs of the runs of one service.
pub(crate) struct Outputs {
    /// `<data>/outputs`, with a folder per run.
    folder: PathBuf,
    pub(crate) thumbnails: Thumbnails,
    /// In `<data>/plain`: outputs without texts, for links that hide the inputs.
    pub(crate) plain_copies: PlainCopies,
    /// The runs whose outputs are being written.
    writing: IdsInUse,
    /// Knows the links for which there are plain copies.
    store: Arc<dyn ShareStore>,
}

impl Outputs {
    /// The outputs in a folder.
    pub(crate) fn new(
        folder: PathBuf,
        plain_copies: PlainCopies,
        store: Arc<dyn ShareStore>,
    ) -> Self {
        Self {
            folder,
            thumbnails: Thumbnails::default(),
            plain_copies,
            writing: IdsInUse::default(),
            store,
        }
    }

    /// The folder of all outputs.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of a run's outputs.
    pub(crate) fn folder_of(&self, run_id: &str) -> PathBuf {
        self.folder.join(run_id)
    }

    /// The file of an output; `None` if it is gone.
    pub(crate) async fn file(&self, run_id: &str, name: &str) -> Option<PathBuf> {
        output_file(&self.folder, run_id, name).await
    }
}
