//! What the service is started with, and why it may not start.

use std::path::PathBuf;

use super::data::DataFolder;

/// What the service is started with.
pub struct Options {
    /// The key that callers must give in `X-API-KEY`; only its hash is kept.
    pub key: String,
    /// The addresses of the engine instances, `http://127.0.0.1:8188`.
    pub engines: Vec<String>,
    /// The folder of the workflows, a file `<workflow_id>.json` each.
    pub workflows: PathBuf,
    /// The folder for the store, uploads and outputs.
    pub data: DataFolder,
    /// The most tasks that may run and wait at one instance.
    pub queue_limit: usize,
    /// The most bytes a submission may have.
    pub max_upload: usize,
    /// The folder of the playground's files.
    pub site: PathBuf,
}

/// Why the service did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder of the workflows cannot be read.
    #[error(
        "reading the workflows folder {path}: {why}; make it, or name another with --workflows"
    )]
    Workflows {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        why: std::io::Error,
    },
    /// The data folder cannot be written.
    #[error("making the data folder {path}: {why}; name one that can be written with --data")]
    Data {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        why: std::io::Error,
    },
    /// Another service holds the data folder.
    #[error(
        "taking the data folder {path}: another flowdeck uses it; stop that one, or name another folder with --data"
    )]
    Held {
        /// The folder.
        path: PathBuf,
    },
    /// The store cannot be opened.
    #[error(
        "opening the store of runs {path}: {why}; move the file away or name another folder with --data"
    )]
    Store {
        /// The store's file.
        path: PathBuf,
        /// What SQLite said.
        why: String,
    },
    /// An engine's address is none.
    #[error("reading an --engine address: {why}; give one like http://127.0.0.1:8188")]
    Engine {
        /// What is wrong with it.
        why: String,
    },
}
