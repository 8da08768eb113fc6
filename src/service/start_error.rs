//! Why a service did not start, and what to do about it.

use std::path::{Path, PathBuf};

use data_folder::{DataFolderError, disk_advice};
use store::StoreError;

/// Why a service did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The workflows folder cannot be read.
    #[error(
        "reading the workflows folder {path}: {why}; create it, or choose another with --workflows"
    )]
    Workflows {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        why: std::io::Error,
    },
    /// The copies of the workflows' versions cannot be read or written.
    #[error("keeping the versions of the workflows in {path}: {why}; {remedy}", remedy = disk_advice::remedy(.why))]
    Versions {
        /// Their folder in the data folder.
        path: PathBuf,
        /// The system's error.
        why: std::io::Error,
    },
    /// The data folder cannot be used.
    #[error(transparent)]
    DataFolder(#[from] DataFolderError),
    /// Callers could not send the key.
    #[error(
        "reading the key: {why}; set FLOWDECK_FIRST_KEY to the output of `openssl rand -hex 20`"
    )]
    Key {
        /// The reason, without the key.
        why: &'static str,
    },
    /// The first key is a named one.
    #[error(
        "reading the key: FLOWDECK_FIRST_KEY has the named key “{name}”, which would become the first key and may do \
         everything; set the variable to the first key, or unset it to use the one in the data folder"
    )]
    NamedKey {
        /// Its name.
        name: String,
    },
    /// The run store cannot be opened.
    #[error("opening the run store {path}: {why}; {remedy}")]
    Store {
        /// The store's file.
        path: PathBuf,
        /// SQLite's error.
        why: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The engines' token cannot be sent.
    #[error(
        "reading the engines' token: a header cannot carry it; \
         set FLOWDECK_ENGINE_TOKEN to letters and digits"
    )]
    EngineToken,
    /// Webhooks could not be called.
    #[error("preparing the calls of webhooks: {why}; check the certificates of the system")]
    Webhooks {
        /// The reason.
        why: String,
    },
    /// There are too many engine instances.
    #[error("reading --engine and --config: {why}; leave some out")]
    Engines {
        /// How many there are.
        why: String,
    },
    /// An engine's address is invalid.
    #[error(
        "reading an address of --engine or --config: {why}; use one like http://127.0.0.1:8188"
    )]
    EngineAddress {
        /// The reason.
        why: String,
    },
}

impl StartError {
    /// The store in this file failed.
    pub(crate) fn store(path: &Path, why: &StoreError) -> Self {
        Self::Store {
            path: path.to_owned(),
            why: why.to_string(),
            remedy: why.remedy(),
        }
    }
}
