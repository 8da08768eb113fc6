//! The settings a service starts with.

use std::path::PathBuf;
use std::time::Duration;

use axum::http::HeaderValue;

use super::data_folder::DataFolder;
use super::engine_client::EngineLimits;
use super::engine_settings::EngineSettings;
use http_server::listen::Limits;

/// The settings a service starts with.
pub struct Options {
    /// The key that callers must send in `X-API-KEY`; only its hash is kept.
    pub key: String,
    /// The engine instances.
    pub engines: Vec<EngineSettings>,
    /// The token for engines without credentials of their own.
    pub engine_token: Option<String>,
    /// What an engine may cost.
    pub engine_limits: EngineLimits,
    /// Whether these are embedded engines, for the advice about node classes that they lack.
    pub embedded: bool,
    /// The folder of the workflows, one file `<workflow_id>.json` per workflow.
    pub workflows: PathBuf,
    /// The folder for the store, uploads and outputs.
    pub data: DataFolder,
    /// How runs are given to instances.
    pub rules: RunRules,
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

/// How runs are given to engine instances.
#[derive(Clone, Copy, Debug)]
pub struct RunRules {
    /// The maximum number of runs at one instance, running and waiting there.
    pub depth: usize,
    /// The maximum number of waiting runs per instance that could execute them.
    pub queue_limit: usize,
    /// After how much silence of its instance a run is given up there.
    pub lost_after: Duration,
    /// How often a run is given to an instance at most.
    pub attempts: u32,
    /// Whether a run that was lost is executed again.
    pub repeats_lost: bool,
    /// How long a run may execute, if that is limited.
    pub run_timeout: Option<Duration>,
}

impl Default for RunRules {
    fn default() -> Self {
        Self {
            depth: 2,
            queue_limit: 50,
            lost_after: Duration::from_secs(60),
            attempts: 3,
            repeats_lost: true,
            run_timeout: None,
        }
    }
}
