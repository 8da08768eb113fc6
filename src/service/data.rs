//! The data folder: one service at a time, since two would give a waiting run to two engines.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::options::StartError;

/// A folder for the store, uploads and outputs, held until it is dropped.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    lock: File,
}

impl DataFolder {
    /// Makes the folder where it is not there, and holds it.
    ///
    /// # Errors
    /// When it cannot be written, or another service holds it.
    pub fn open(path: &Path) -> Result<Self, StartError> {
        let failed = |why: io::Error| StartError::Data {
            path: path.to_owned(),
            why,
        };
        fs::create_dir_all(path).map_err(failed)?;
        let lock = File::create(path.join("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                lock,
            }),
            Err(TryLockError::WouldBlock) => Err(StartError::Held {
                path: path.to_owned(),
            }),
            Err(TryLockError::Error(why)) => Err(failed(why)),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A folder in it, made where it is not there.
    pub(crate) fn folder(&self, name: &str) -> Result<PathBuf, StartError> {
        let path = self.path.join(name);
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(path),
            Err(why) => Err(StartError::Data { path, why }),
        }
    }

    /// Lets another service have it.
    pub(crate) fn release(&self) {
        if let Err(why) = self.lock.unlock() {
            tracing::warn!("releasing the data folder {}: {why}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests;
