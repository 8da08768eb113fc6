//! The data folder, locked for one service: two services on one folder would hand the same waiting
//! run to two engines.

pub mod disk_advice;
pub mod evidence;
mod plain_name;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

pub use plain_name::is_plain;
use private_files::Tightening;

/// The store's file. SQLite adds suffixes such as `-wal` for further files.
pub const STORE_FILE: &str = "flowdeck.sqlite";

/// Keeps some space of the disk for changes of the store that make room.
pub const BALLAST_FILE: &str = "ballast";

/// Locked while a service uses the folder.
const LOCK_FILE: &str = "lock";

/// The other files and folders of a service. The data folder may have more, which are not its own.
const OWN_NAMES: [&str; 10] = [
    BALLAST_FILE,
    "classes",
    "engines",
    "key",
    "key.new",
    LOCK_FILE,
    "outputs",
    "plain",
    "uploads",
    "versions",
];

/// Why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    /// It cannot be written.
    #[error("creating the data folder {path}: {why}; choose a writable folder with --data")]
    NotWritable {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
    /// Another service uses it.
    #[error(
        "opening the data folder {path}: another flowdeck is using it; \
         stop that one, or choose another folder with --data"
    )]
    InUse {
        /// The folder.
        path: PathBuf,
    },
}

/// A folder for the key, the store, uploads and outputs, locked until it is dropped.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    lock: File,
}

impl DataFolder {
    /// Creates the folder if necessary, locks it, and keeps other users out of it.
    ///
    /// # Errors
    /// When it cannot be written, or another service uses it.
    pub fn open(path: &Path) -> Result<Self, DataFolderError> {
        let path = path.to_owned();
        let failed = |why: io::Error| DataFolderError::NotWritable {
            path: path.clone(),
            why,
        };
        private_files::create_folder(&path).map_err(failed)?;
        let mut options = private_files::writing();
        let lock = options.create(true).open(path.join(LOCK_FILE));
        let lock = lock.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DataFolderError::InUse { path }),
            Err(TryLockError::Error(why)) => return Err(failed(why)),
        }
        tighten(&path).map_err(failed)?;
        Ok(Self { path, lock })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a service has used it before.
    pub fn is_used(&self) -> bool {
        self.path.join(STORE_FILE).exists()
    }

    /// A subfolder, created if necessary.
    pub fn folder(&self, name: &str) -> Result<PathBuf, DataFolderError> {
        let path = self.path.join(name);
        match private_files::create_folder(&path) {
            Ok(()) => Ok(path),
            Err(why) => Err(DataFolderError::NotWritable { path, why }),
        }
    }

    /// Unlocks a folder that was opened for nothing, and leaves nothing in it; also removes the folder, if it is new.
    pub fn abandon(self, is_new: bool) {
        let path = self.path.clone();
        let _ = fs::remove_file(path.join(LOCK_FILE));
        drop(self);
        if is_new {
            let _ = fs::remove_dir(path);
        }
    }

    /// Unlocks it, so that another service can use it.
    pub fn release(&self) {
        if let Err(why) = self.lock.unlock() {
            tracing::warn!("unlocking the data folder {}: {why}", self.path.display());
        }
    }
}

/// Not only when the file is closed: a program that is being started has a copy of it for a moment.
impl Drop for DataFolder {
    fn drop(&mut self) {
        self.release();
    }
}

/// Makes the folder and everything of a service in it private.
fn tighten(folder: &Path) -> io::Result<()> {
    let shown = folder.display();
    if !private_files::HAS_MODES {
        tracing::info!("opening the data folder {shown}: this system has no file modes to set");
        return Ok(());
    }
    let mut tightening = Tightening::default();
    tightening.add(&folder.canonicalize()?);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if OWN_NAMES.contains(&&*name)
            || name.starts_with(STORE_FILE)
            || name.starts_with(evidence::NAME_START)
        {
            tightening.add_all(&entry.path());
        }
    }
    if tightening.changed > 0 {
        let changed = tightening.changed;
        tracing::warn!(
            "other users could open {changed} files and folders of the data folder {shown}; they are private now. \
             If they may not know the key in it, delete the file `key` and restart for a new one"
        );
    }
    if let Some((path, why)) = tightening.failed {
        tracing::warn!(
            "making {} private: {why}; other users may be able to open it, so change its owner or its mode",
            path.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests;
