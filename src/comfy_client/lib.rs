//! A client for one ComfyUI: its HTTP routes, the shapes of its answers, and what it reports over its WebSocket. Knows
//! nothing of runs, or of a service.

mod address;
mod client;
mod engine_networks;
mod error;
mod event;
mod event_stream;
mod events_error;
mod features;
mod files;
mod guard;
mod headers;
mod history;
mod limits;
mod liveness;
mod memory;
mod node_event;
mod object_info;
mod preview;
mod prompt;
mod reduced_json;
mod system_stats;

pub use address::{engine_address, engine_url};
pub use client::EngineClient;
pub use engine_networks::EngineNetworks;
pub use error::{EngineError, EngineErrorKind};
pub use event::{Event, TaskProgress, read as read_event};
pub use event_stream::EventStream;
pub use events_error::EventsError;
pub use guard::{EngineRules, Guard};
pub use headers::EngineHeaders;
pub use history::read_entry;
pub use limits::{AnswerLimit, EngineLimits};
pub use node_event::{NodeEvent, Steps};
pub use object_info::{node_classes, read_classes};
pub use preview::Preview;
pub use prompt::{AcceptedPrompt, PromptError, rejection};
