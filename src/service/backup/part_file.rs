//! The file of a backup while it is written: under another name, so that an unfinished one is never taken for a backup.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::BackupError;

/// The file of a backup while it is written. Dropping it removes the file, unless [`PartFile::complete`] was called.
pub(super) struct PartFile {
    target: PathBuf,
    path: PathBuf,
    /// Beside it: the copy of the store.
    pub(super) store: PathBuf,
}

impl PartFile {
    /// Creates the file, readable only by its owner.
    pub(super) fn create(target: &Path) -> Result<(Self, File), BackupError> {
        if target.exists() {
            return Err(BackupError::Exists(target.to_owned()));
        }
        let path = suffixed(target, ".part");
        let create = |path: &Path| private_files::writing().create_new(true).open(path);
        let file = create(&path).map_err(|why| match why.kind() {
            io::ErrorKind::AlreadyExists => BackupError::InProgress(path.clone()),
            _ => failed(target, &path, why),
        })?;
        let part = Self {
            target: target.to_owned(),
            store: suffixed(target, ".part.sqlite"),
            path,
        };
        // Nobody else writes it while the first file exists.
        let _ = fs::remove_file(&part.store);
        create(&part.store).map_err(|why| failed(target, &part.store, why))?;
        Ok((part, file))
    }

    /// Writes the file through to the disk, and gives it its name.
    pub(super) fn complete(self, file: &File) -> Result<(), BackupError> {
        let failed = |why| failed(&self.target, &self.path, why);
        file.sync_all().map_err(failed)?;
        if self.target.exists() {
            return Err(BackupError::Exists(self.target.clone()));
        }
        fs::rename(&self.path, &self.target).map_err(failed)?;
        if cfg!(unix) {
            let folder = self.target.parent().filter(|path| *path != Path::new(""));
            let folder = File::open(folder.unwrap_or(Path::new("."))).map_err(failed)?;
            folder.sync_all().map_err(failed)?;
        }
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        // After its completion, only the copy of the store is left.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.store);
        let _ = fs::remove_file(suffixed(&self.store, "-journal"));
    }
}

fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

fn failed(target: &Path, path: &Path, why: io::Error) -> BackupError {
    BackupError::File {
        target: target.to_owned(),
        path: path.to_owned(),
        why,
    }
}
