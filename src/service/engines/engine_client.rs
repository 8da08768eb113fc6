//! A client for one ComfyUI engine: its HTTP routes, and the shapes of its answers. Knows nothing about
//! runs or of the service.

mod address;
mod client;
mod error;
mod features;
mod files;
mod guard;
mod headers;
mod history;
mod limits;
mod memory;
mod networks;
mod object_info;
mod prompt;
mod reduced_json;
mod system_stats;

pub use address::engine_address;
pub(crate) use address::engine_url;
pub(crate) use client::EngineClient;
pub(crate) use error::{EngineError, EngineErrorKind, MAX_TEXT, clip};
pub(crate) use files::EngineFile;
pub(crate) use guard::Guard;
pub use headers::EngineHeaders;
#[cfg(fuzzing)]
pub(crate) use history::read_entry;
pub(crate) use history::{HistoryEntry, read_event_output};
pub use limits::{AnswerLimit, EngineLimits};
pub use networks::EngineNetworks;
pub use object_info::node_classes;
pub(crate) use object_info::read_classes;
#[cfg(fuzzing)]
pub(crate) use prompt::rejection;
pub(crate) use prompt::{AcceptedPrompt, PromptError};
