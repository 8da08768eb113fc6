//! Whether a store has every change that it has confirmed. No I/O.

use std::path::PathBuf;

/// Whether a store has every change that it has confirmed, as far as that can be known when it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It has every change.
    Complete,
    /// Unknown, such as for a store of an earlier version.
    Unknown,
    /// Changes are missing.
    Lost {
        /// The folder with files that may help to find them, if there are any.
        kept_in: Option<PathBuf>,
    },
}
