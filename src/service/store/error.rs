//! Why an operation of the store failed, and what to do about it.

use std::io;

use rusqlite::ErrorCode;

use super::disk_advice;

/// Why an operation of the store failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// SQLite failed.
    #[error("accessing the run store: {0}")]
    Sqlite(rusqlite::Error),
    /// Its pages are damaged.
    #[error("the run store is damaged: {0}")]
    Corrupt(String),
    /// The file cannot be created.
    #[error("creating the file: {0}")]
    File(io::Error),
    /// A value is not in our format.
    #[error("writing a value to the run store: {0}")]
    Json(#[from] serde_json::Error),
    /// The row of a run cannot be read.
    #[error("reading the run {id} from the run store: {why}")]
    Damaged {
        /// The run's id, as far as it is readable.
        id: String,
        why: String,
    },
    /// A transaction could not be committed.
    #[error("writing to the run store: {0}")]
    Commit(String),
    /// A later program has changed it.
    #[error("opening the run store: a later version of flowdeck has changed it")]
    Later,
    /// A key has started as many runs today as it may.
    #[error("the key's limit of {per_day} runs a day is reached")]
    DayIsFull { per_day: u32 },
    /// The service is shutting down.
    #[error("accessing the run store: it is closed")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(why: rusqlite::Error) -> Self {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
        };
        let code = why.sqlite_error_code();
        match why {
            // A value that no program has written.
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => Self::Corrupt(why.to_string()),
            _ if matches!(
                code,
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            ) =>
            {
                Self::Corrupt(why.to_string())
            }
            why => Self::Sqlite(why),
        }
    }
}

impl StoreError {
    /// Whether there is no space for a change.
    pub(crate) fn is_disk_full(&self) -> bool {
        match self {
            Self::Sqlite(why) => why.sqlite_error_code() == Some(ErrorCode::DiskFull),
            Self::File(why) => disk_advice::is_full(why),
            _ => false,
        }
    }

    /// Whether it may be due to a full disk: of some files, SQLite says only that writing has failed.
    pub(crate) fn may_be_full_disk(&self) -> bool {
        let code = match self {
            Self::Sqlite(why) => why.sqlite_error_code(),
            _ => None,
        };
        self.is_disk_full() || code == Some(ErrorCode::SystemIoFailure)
    }

    /// Whether the operation would fail again: it is the row that is wrong, or the service stops.
    pub(crate) fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Damaged { .. }
                | Self::Json(_)
                | Self::Later
                | Self::DayIsFull { .. }
                | Self::Closed
        )
    }

    /// What to do about it.
    pub(crate) fn remedy(&self) -> &'static str {
        let code = match self {
            Self::Later => return "use that version, or choose another folder with --data",
            Self::Corrupt(_) => Some(ErrorCode::DatabaseCorrupt),
            Self::Sqlite(why) => why.sqlite_error_code(),
            Self::File(why) if disk_advice::is_full(why) => Some(ErrorCode::DiskFull),
            Self::File(_) => Some(ErrorCode::CannotOpen),
            _ => None,
        };
        match code {
            Some(ErrorCode::DiskFull) => "free disk space in the data folder",
            Some(ErrorCode::SystemIoFailure) => {
                "check that the disk of the data folder works and has free space"
            }
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                "make the data folder writable, or choose another with --data"
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "stop the program that uses it"
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                "restore the data folder from a backup with flowdeck restore or, to start without its runs and keys, \
                 move it away with the files beside it whose names begin like its own"
            }
            _ => "choose another folder with --data",
        }
    }
}
