//! The HTTP service in front of ComfyUI instances: the contract's two operations and the further
//! ones deployments offer. Speaks ComfyUI's protocol to every instance, embedded or not; only
//! messages differ.

mod audit;
mod auth;
mod background;
mod backup;
mod catalog;
mod clock;
mod disk;
mod engines;
mod form;
#[cfg(fuzzing)]
pub mod fuzzing;
mod http;
mod ids_in_use;
mod inspection;
mod log_ids;
mod monitoring;
mod opening;
mod operations;
mod options;
mod outputs;
mod retention;
mod run_events;
mod run_views;
mod runs;
mod server;
mod shares;
mod start_error;
mod trusted_time;
mod uploads;
mod url_encode;
mod webhooks;

pub use auth::{KeyFileError, key_in};
pub use backup::{BackupError, BackupReport, RestoreError, back_up, restore};
pub use catalog::read_named_file;
pub use clock::Clock;
pub use comfy_client::{
    AnswerLimit, EngineHeaders, EngineLimits, EngineNetworks, engine_address, node_classes,
};
pub use disk::DiskRules;
pub use engines::{
    ConfigChanges, EngineCare, EngineRestart, EngineSearch, EngineSettings, EngineSource,
    EngineState, FoundEngine,
};
pub use inspection::{Inspection, Paths, inspect};
pub use networks::build_client;
pub use options::{Options, READS};
pub use runs::RunRules;
pub use server::{Service, install_tls};
pub use start_error::StartError;
pub use url_encode::percent_encoded;
pub use webhooks::{WebhookNetworks, WebhookOptions};
