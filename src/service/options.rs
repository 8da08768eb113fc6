//! The settings a service starts with.

use std::path::PathBuf;
use std::time::Duration;

use axum::http::HeaderValue;

use super::data_folder::DataFolder;
use super::engine_client::EngineLimits;
use crate::listen::Limits;

/// The settings a service starts with.
pub struct Options {
    /// The key that callers must send in `X-API-KEY`; only its hash is kept.
    pub key: String,
    /// The addresses of the engine instances, such as `http://127.0.0.1:8188`.
    pub engines: Vec<String>,
    /// The token that these require, if they do.
    pub engine_token: Option<String>,
    /// What an engine may cost.
    pub engine_limits: EngineLimits,
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
    /// Whether files that runs produce contain the run, with its workflow and values.
    pub metadata: bool,
    /// The folder of the playground's files.
    pub site: PathBuf,
    /// The address by which callers reach the service, without a trailing slash, if it is behind a proxy.
    pub public_url: Option<String>,
    /// Whether the last address in `X-Forwarded-For` or `Forwarded` is that of the client.
    pub trust_proxy: bool,
    /// The origins whose pages may use the service; empty for all.
    pub allowed_origins: Vec<HeaderValue>,
    /// The limits of its listeners.
    pub limits: Limits,
    /// How long requests may take to finish on shutdown.
    pub grace: Duration,
}
