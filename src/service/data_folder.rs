//! The data folder, locked for one service: two services on one folder would hand the same waiting
//! run to two engines.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::key_file;
use super::start_error::StartError;

/// A folder for the key, the store, uploads and outputs, locked until it is dropped.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    lock: File,
}

impl DataFolder {
    /// Creates the folder if necessary, and locks it.
    ///
    /// # Errors
    /// When it cannot be written, or another service uses it.
    pub fn open(path: &Path) -> Result<Self, StartError> {
        let path = path.to_owned();
        let failed = |why: io::Error| StartError::DataFolder {
            path: path.clone(),
            why,
        };
        fs::create_dir_all(&path).map_err(failed)?;
        let lock = File::create(path.join("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path, lock }),
            Err(TryLockError::WouldBlock) => Err(StartError::DataFolderInUse { path }),
            Err(TryLockError::Error(why)) => Err(failed(why)),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The API key in its file `key`, which is created if necessary.
    ///
    /// # Errors
    /// When the file cannot be created or read, or does not contain a key.
    pub fn key(&self) -> Result<String, StartError> {
        key_file::read_or_create(&self.path.join("key"))
    }

    /// A subfolder, created if necessary.
    pub(crate) fn folder(&self, name: &str) -> Result<PathBuf, StartError> {
        let path = self.path.join(name);
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(path),
            Err(why) => Err(StartError::DataFolder { path, why }),
        }
    }

    /// Unlocks it, so that another service can use it.
    pub(crate) fn release(&self) {
        if let Err(why) = self.lock.unlock() {
            tracing::warn!("unlocking the data folder {}: {why}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests;
