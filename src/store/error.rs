//! Why an operation of the store failed, and what to do about it. Knows no database.

use std::io;

/// Why an operation of the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be used now. The same call may succeed later.
    #[error("accessing the run store: {why}")]
    Unavailable {
        /// What the database says.
        why: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// There is no space on the disk for a change.
    #[error("accessing the run store: {why}")]
    Full {
        /// What the database says.
        why: String,
        /// Whether that is certain: for some files, the database only reports that a write failed.
        is_certain: bool,
    },
    /// The database refuses a change because of an earlier one.
    #[error("changing the run store: {0}")]
    Conflict(String),
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
    /// A later version of the program has changed the database.
    #[error("opening the run store: a later version of flowdeck has changed it")]
    Later,
    /// A key has reached the number of runs that it may start today.
    #[error("the key's limit of {per_day} runs a day is reached")]
    DayIsFull { per_day: u32 },
    /// The service is shutting down.
    #[error("accessing the run store: it is closed")]
    Closed,
}

impl StoreError {
    /// Whether there is certainly no space on the disk.
    pub fn is_disk_full(&self) -> bool {
        matches!(
            self,
            Self::Full {
                is_certain: true,
                ..
            }
        )
    }

    /// Whether the disk may be full.
    pub fn may_be_full_disk(&self) -> bool {
        self.is_disk_full() || matches!(self, Self::Full { .. })
    }

    /// Whether a retry would fail, too: the store refuses the operation, or the service is stopping.
    pub fn is_lasting(&self) -> bool {
        self.is_refusal() || matches!(self, Self::Closed)
    }

    /// Whether the store refuses the operation: the row is wrong, or a rule forbids the change.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Conflict(_)
                | Self::Damaged { .. }
                | Self::Json(_)
                | Self::Later
                | Self::DayIsFull { .. }
        )
    }

    /// The remedy.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Later => "use that version, or choose another folder with --data",
            Self::Corrupt(_) => {
                "restore the data folder from a backup with flowdeck restore or, to start without its runs and keys, \
                 move it away with the files beside it whose names begin like its own"
            }
            Self::Unavailable { remedy, .. } => remedy,
            Self::Full {
                is_certain: false, ..
            } => "check that the disk of the data folder works and has free space",
            Self::Full { .. } => "free disk space in the data folder",
            Self::File(_) => WRITABLE,
            _ => "choose another folder with --data",
        }
    }
}

/// The remedy for a folder that cannot be written.
pub const WRITABLE: &str = "make the data folder writable, or choose another with --data";
