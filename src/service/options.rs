//! The settings a service starts with.

use std::path::PathBuf;

use super::data_folder::DataFolder;

/// The settings a service starts with.
pub struct Options {
    /// The key that callers must send in `X-API-KEY`; only its hash is kept.
    pub key: String,
    /// The addresses of the engine instances, such as `http://127.0.0.1:8188`.
    pub engines: Vec<String>,
    /// Whether these are embedded engines, for the advice about node classes that they lack.
    pub embedded: bool,
    /// The folder of the workflows, one file `<workflow_id>.json` per workflow.
    pub workflows: PathBuf,
    /// The folder for the store, uploads and outputs.
    pub data: DataFolder,
    /// The maximum number of running and waiting tasks per instance.
    pub queue_limit: usize,
    /// The maximum size of a submission, in bytes.
    pub max_upload: usize,
    /// The folder of the playground's files.
    pub site: PathBuf,
}
