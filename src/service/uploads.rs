//! The folder of a run's uploads: there until the run ends, gone at once when it never begins.

use std::path::{Path, PathBuf};

use super::shared::Shared;

/// The folder of a run that is not accepted yet; removed when it is dropped before
/// [`UploadFolder::keep`].
#[derive(Debug)]
pub(crate) struct UploadFolder {
    path: PathBuf,
    kept: bool,
}

impl UploadFolder {
    /// The folder of this run; made with its first file.
    pub(crate) fn new(shared: &Shared, run_id: &str) -> Self {
        Self {
            path: shared.uploads.join(run_id),
            kept: false,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The run has them from now on.
    pub(crate) fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for UploadFolder {
    fn drop(&mut self) {
        if !self.kept {
            remove(&self.path);
        }
    }
}

/// Removes the uploads of a run that has ended.
pub(crate) fn remove_of(shared: &Shared, run_id: &str) {
    remove(&shared.uploads.join(run_id));
}

/// Removes a folder of uploads, if it is there.
pub(crate) fn remove(path: &Path) {
    if let Err(why) = std::fs::remove_dir_all(path)
        && why.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!("removing the uploads {}: {why}", path.display());
    }
}
