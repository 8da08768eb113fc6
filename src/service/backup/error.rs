//! Why a backup was not made or not restored, and what to do about it.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use data_folder::{DataFolderError, disk_advice};
use store::StoreError;

/// Why no backup was made.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Its file exists.
    #[error("writing the backup {0}: the file exists already; choose another name")]
    Exists(PathBuf),
    /// Another backup is being written, or was interrupted.
    #[error(
        "writing the backup: {0} exists, so another backup is writing it, or one was interrupted; wait for it, or \
         delete the file"
    )]
    InProgress(PathBuf),
    /// The folder has no store.
    #[error(
        "reading the data folder {0}: no service has used it; name the folder of `flowdeck serve --data`"
    )]
    NoStore(PathBuf),
    /// The store cannot be copied.
    #[error("copying the run store {path}: {why}; {remedy}")]
    Store {
        /// Its file.
        path: PathBuf,
        /// The error of the store.
        why: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// A file cannot be read, or the backup cannot be written.
    #[error("writing the backup {target}: adding {path}: {why}; {remedy}", remedy = remedy(.why, .target))]
    File {
        /// The backup.
        target: PathBuf,
        /// The file that was being added.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
}

impl BackupError {
    /// The store in this file cannot be copied. If a disk is full, it is that of the backup: nothing else is written.
    pub(super) fn store(path: &Path, target: &Path, why: &StoreError) -> Self {
        if why.may_be_full_disk() {
            return Self::File {
                target: target.to_owned(),
                path: path.to_owned(),
                why: io::Error::new(ErrorKind::StorageFull, why.to_string()),
            };
        }
        Self::Store {
            path: path.to_owned(),
            why: why.to_string(),
            remedy: why.remedy(),
        }
    }
}

/// Why a backup was not restored. The folder is then as it was.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The folder has files.
    #[error(
        "restoring to {0}: the folder has files already; stop the service that uses it, and name a new or an empty \
         folder"
    )]
    NotEmpty(PathBuf),
    /// The folder cannot be used.
    #[error(transparent)]
    DataFolder(#[from] DataFolderError),
    /// The file is not a whole backup.
    #[error("reading the backup {path}: {why}; use another backup")]
    Invalid {
        /// The backup.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file was made by a later program.
    #[error("reading the backup {0}: a later version of flowdeck made it; use that version")]
    Later(PathBuf),
    /// The backup cannot be read.
    #[error(
        "reading the backup {path}: {why}; check the path, and run it as a user who may read the backup"
    )]
    Unreadable {
        /// The backup.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
    /// A file cannot be read or written.
    #[error("restoring to {path}: {why}; {remedy}", remedy = remedy(.why, .path))]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
}

/// What to do about an error of a disk, when something is written to this file.
fn remedy(why: &io::Error, written: &Path) -> String {
    let remedy = match why.kind() {
        _ if disk_advice::is_full(why) => {
            let written = written.display();
            return format!(
                "free space on the disk of {written}, or choose a place on another one"
            );
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "choose a writable place, and run it as the user of the service"
        }
        ErrorKind::NotFound => "check the path",
        ErrorKind::FileTooLarge => disk_advice::remedy(why),
        _ => "check that both disks work, and try again",
    };
    remedy.to_owned()
}
