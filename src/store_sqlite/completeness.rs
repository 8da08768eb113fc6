//! Whether a store has every change that it has confirmed. No I/O.

use std::path::PathBuf;

/// Whether a store has every change that it has confirmed, as far as that can be known when it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It has.
    Complete,
    /// Nothing is known about it, as with a store of an earlier version.
    Unknown,
    /// Changes are gone.
    Lost {
        /// The folder with what may help to find them, if there is any.
        kept_in: Option<PathBuf>,
    },
}
