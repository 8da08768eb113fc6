//! The HTTP service in front of ComfyUI instances: the contract's two operations and the further
//! ones deployments offer. Speaks ComfyUI's protocol to every instance, embedded or not; only
//! messages differ.

mod audit;
pub mod auth;
mod background;
mod backup;
pub mod catalog;
mod clock;
mod disk;
mod engines;
pub mod form;
#[cfg(fuzzing)]
pub mod fuzzing;
mod ids_in_use;
mod inspection;
mod lifecycle;
mod log_ids;
pub mod monitoring;
mod opening;
pub mod operations;
mod options;
pub mod outputs;
mod retention;
pub mod run_events;
pub mod run_views;
mod runs;
pub mod shares;
mod start_error;
mod trusted_time;
pub mod uploads;
mod url_encode;
mod webhooks;

#[cfg(test)]
extern crate self as service;
#[cfg(test)]
mod tests;

pub use auth::{KeyFileError, key_in};
pub use backup::{BackupError, BackupReport, RestoreError, back_up, restore};
pub use catalog::read_named_file;
pub use clock::{Clock, now};
pub use comfy_client::{
    AnswerLimit, EngineHeaders, EngineLimits, EngineNetworks, engine_address, node_classes,
};
pub use disk::DiskRules;
pub use engines::{
    ConfigChanges, EngineCare, EngineRestart, EngineSearch, EngineSettings, EngineSource,
    EngineState, FoundEngine, UploadLimit,
};
pub use inspection::{Inspection, Paths, inspect};
pub use lifecycle::Service;
pub use log_ids::of_request as request_span;
pub use networks::install_tls;
pub use options::{Options, READS};
pub use runs::RunRules;
pub use start_error::StartError;
pub use url_encode::percent_encoded;
pub use webhooks::{WebhookNetworks, WebhookOptions};
