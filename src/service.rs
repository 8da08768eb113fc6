//! The HTTP service in front of ComfyUI instances: the contract's two operations and the further
//! ones deployments offer. Speaks ComfyUI's protocol to every instance, embedded or not; only
//! messages differ.

mod api_error;
mod api_key;
mod app_state;
mod cancel;
mod catalog;
mod class_cache;
mod class_refresh;
mod client_address;
mod data_folder;
mod deploy;
mod disk_sync;
mod dispatch;
mod engine_client;
mod events;
mod filename_prefix;
mod form;
#[cfg(fuzzing)]
pub mod fuzzing;
mod hand_over;
mod instance;
mod job;
mod jobs;
mod key_file;
mod learned_classes;
mod lost;
mod missing_classes;
mod needs;
mod node_progress;
mod object_info;
mod options;
mod outputs;
mod pool;
mod prompt_errors;
mod queue_view;
mod recovery;
mod regenerate;
mod rejected_keys;
mod request_body;
mod routes;
mod run_check;
mod run_end;
mod run_metadata;
mod server;
mod settle;
mod signed_links;
mod sqlite_store;
mod start_error;
mod store;
mod submission;
mod task_outcome;
mod task_report;
mod upload_limit;
mod uploads;
mod url_encode;
mod value_check;
mod waiting_runs;

pub use data_folder::DataFolder;
pub use engine_client::{AnswerLimit, EngineLimits, node_classes};
pub use options::{Options, RunRules};
pub use server::{Service, install_tls};
pub use start_error::StartError;
pub use url_encode::percent_encoded;
