//! The settings a service starts with.

use std::path::PathBuf;
use std::time::Duration;

use api::Rate;
use embedded::Site;

use crate::clock::Clock;
use crate::disk::DiskRules;
use crate::engines::{EngineCare, EngineSearch, EngineSettings};
use crate::runs::RunRules;
use crate::webhooks::WebhookOptions;
use comfy_client::{EngineLimits, EngineNetworks};
use data_folder::DataFolder;
use http_server::listen::{Limits, Tls};
use workflow::Keep;

/// The usual [`Options::reads`]. A page with many tabs stays far below it.
pub const READS: Rate = Rate {
    count: 6000,
    seconds: 60,
};

/// The settings a service starts with.
pub struct Options {
    /// The key that callers must send in `X-API-KEY`; only its hash is kept.
    pub key: String,
    /// Whether it is that of the data folder's file, which can be replaced while the service runs.
    pub has_key_file: bool,
    /// The engine instances.
    pub engines: Vec<EngineSettings>,
    /// The token for engines without credentials of their own.
    pub engine_token: Option<String>,
    /// What an engine may cost.
    pub engine_limits: EngineLimits,
    /// What the service does for them by itself.
    pub engine_care: EngineCare,
    /// Which networks they may be in.
    pub engine_networks: EngineNetworks,
    /// Whether these are embedded engines, for the advice about node classes that they lack.
    pub embedded: bool,
    /// Whether the embedded engines stand in for the first engine that a caller adds.
    pub embedded_stand_in: bool,
    /// Where the service looks for ComfyUI on this machine, to offer it; `None` to look nowhere.
    pub engine_search: Option<EngineSearch>,
    /// The folder of the workflows, one file `<workflow_id>.json` per workflow.
    pub workflows: PathBuf,
    /// The folder for the store, uploads and outputs.
    pub data: DataFolder,
    /// How runs are given to instances.
    pub rules: RunRules,
    /// The certificate of its listeners; without one, connections are not encrypted.
    pub tls: Option<Tls>,
    /// The time.
    pub clock: Clock,
    /// Whether the time is right, also if it has jumped: what is old by it is then removed.
    pub trust_clock: bool,
    /// What is kept of runs that have ended; a workflow's saved exposure may narrow it.
    pub keep: Keep,
    /// How many versions of a workflow are kept, besides those that runs were made with.
    pub keep_versions: u32,
    /// How much of the data folder's disk stays free.
    pub disk: DiskRules,
    /// The maximum size of a submission, in bytes.
    pub max_upload: usize,
    /// Whether files that runs produce contain the run, with its workflow and values.
    pub metadata: bool,
    /// The playground's files.
    pub site: Site,
    /// The address by which callers reach the service, without a trailing slash, if it is behind a proxy.
    pub public_url: Option<String>,
    /// Whether the last address in `X-Forwarded-For` or `Forwarded` is that of the client.
    pub trust_proxy: bool,
    /// The origins whose pages may use the service; empty for all.
    pub allowed_origins: Vec<String>,
    /// Which receivers webhooks may call, and how.
    pub webhooks: WebhookOptions,
    /// How long lines of the audit log are kept.
    pub keep_audit: Duration,
    /// How often a named key may do anything but submit runs.
    pub reads: Rate,
    /// The limits of its listeners.
    pub limits: Limits,
    /// How long requests may take to finish on shutdown.
    pub grace: Duration,
}
