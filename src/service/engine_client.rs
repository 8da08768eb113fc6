//! A client for one ComfyUI engine: its HTTP routes, and the shapes of its answers. Knows nothing about
//! runs or of the service.

mod client;
mod error;
mod files;
mod history;
mod prompt;

pub(crate) use client::{EngineClient, ObjectInfo};
pub(crate) use error::EngineError;
pub(crate) use files::EngineFile;
pub(crate) use history::HistoryEntry;
pub(crate) use prompt::{AcceptedPrompt, PromptError};
