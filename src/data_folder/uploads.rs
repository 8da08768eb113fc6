//! The uploads folder of a run: kept until the run ends, removed at once if the run is not accepted.

use std::path::{Path, PathBuf};

use super::disk_sync::sync_folder;

/// The uploads folder of a run that has not been accepted yet. Dropping it removes the folder unless
/// [`UploadFolder::keep`] was called.
#[derive(Debug)]
pub struct UploadFolder {
    path: PathBuf,
    kept: bool,
}

impl UploadFolder {
    /// The folder of a run below `uploads`; created with its first file.
    pub fn new(uploads: &Path, run_id: &str) -> Self {
        Self {
            path: uploads.join(run_id),
            kept: false,
        }
    }

    /// Where its files are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes its files through to the disk.
    pub async fn sync(&self) -> std::io::Result<()> {
        // Most runs have no files, and need not wait for another thread.
        if !self.path.exists() {
            return Ok(());
        }
        sync_folder(&self.path).await
    }

    /// Keeps the folder: the run was accepted.
    pub fn keep(mut self) {
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
pub fn remove_for_run(uploads: &Path, run_id: &str) {
    remove(&uploads.join(run_id));
}

/// Removes an uploads folder if it exists.
pub fn remove(path: &Path) {
    if let Err(why) = std::fs::remove_dir_all(path)
        && why.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!("removing the uploads folder {}: {why}", path.display());
    }
}
