//! The interface of the part that executes workflows behind ComfyUI's routes. Knows nothing about reading requests.

use std::fs::File;
use std::io;

use async_trait::async_trait;
use comfy_files::FilePath;
use serde_json::{Map, Value};

use super::clear_or_delete::ClearOrDelete;
use super::error_response::ErrorResponse;
use super::json_body::JsonText;
use super::prompt_request::PromptRequest;
use super::websocket_clients::Messages;

/// Executes the workflows that ComfyUI's clients send.
///
/// While it executes one, it sends its client the messages of ComfyUI's `/ws` through
/// [`WebSocketClients`](super::WebSocketClients): `execution_start`, `execution_cached`, `executing` with each node,
/// `progress`, `executed` with each output, at last `executing` without a node, and `execution_success`,
/// `execution_error` or `execution_interrupted`. Every client gets `status`, which has the length of the queue.
///
/// Ids are `prompt_id`s. Unknown ids are ignored, as in ComfyUI. A backend that fails itself returns
/// [`ErrorResponse::internal`], or an I/O error for a file.
#[async_trait]
pub trait Backend: Send + Sync {
    /// Validates a workflow and queues it. Returns the `node_errors` of the outputs that will not run; empty if all
    /// will. Source: `POST /prompt`.
    ///
    /// # Errors
    /// When nothing can run.
    async fn submit(&self, prompt: PromptRequest) -> Result<Map<String, Value>, ErrorResponse>;

    /// The running and the pending jobs. Source: `GET /queue`, and `GET /prompt` for their number.
    async fn queue(&self) -> Result<QueueItems, ErrorResponse>;

    /// Removes pending jobs, which leave no history. Source: `POST /queue`.
    async fn remove_pending(&self, jobs: ClearOrDelete) -> Result<(), ErrorResponse>;

    /// Interrupts the running job; with an id, only if it is that one. Source: `POST /interrupt`.
    async fn interrupt(&self, id: Option<&str>) -> Result<(), ErrorResponse>;

    /// Runs that have ended, oldest first. Source: `GET /history` and `GET /history/{id}`.
    async fn history(&self, query: HistoryQuery) -> Result<Vec<EndedRun>, ErrorResponse>;

    /// Removes runs from the history. Source: `POST /history`.
    async fn remove_history(&self, runs: ClearOrDelete) -> Result<(), ErrorResponse>;

    /// The node classes by name, or only this one; empty if it is unknown. Source: `GET /object_info` and
    /// `GET /object_info/{class}`.
    async fn object_info(&self, class: Option<&str>) -> Result<Map<String, Value>, ErrorResponse>;

    /// Opens a file; `None` if there is none. Source: `GET /view`.
    async fn view(&self, path: &FilePath) -> io::Result<Option<File>>;

    /// Begins an upload. Source: `POST /upload/image`.
    async fn upload(&self) -> io::Result<Box<dyn NewUpload>>;

    /// Connects a client to its messages, with `WebSocketClients::connect`. Source: `GET /ws`.
    async fn subscribe(&self, client: &str) -> Subscription;
}

/// A file that is being uploaded. Dropping it leaves nothing behind.
#[async_trait]
pub trait NewUpload: Send {
    /// Appends bytes.
    async fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Keeps the file under this path and returns its final one. Without `overwrite`, a file with the same path is
    /// reused if it has the same content; otherwise the upload gets another name.
    async fn keep(self: Box<Self>, path: FilePath, overwrite: bool) -> io::Result<FilePath>;
}

/// The items of a queue, as [`PromptRequest::into_queue_item`] makes them.
#[derive(Clone, Debug, Default)]
pub struct QueueItems {
    /// The running jobs.
    pub running: Vec<JsonText>,
    /// The pending jobs in the order in which they will run.
    pub pending: Vec<JsonText>,
}

impl QueueItems {
    /// ComfyUI's `queue_remaining`.
    pub(super) fn remaining(&self) -> usize {
        self.running.len() + self.pending.len()
    }
}

/// Selects runs of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryQuery {
    /// The one with this id.
    Run(String),
    /// Up to `max_items` from `offset`; without an offset, the last ones.
    Page {
        /// The most runs; absent for all.
        max_items: Option<usize>,
        /// The number of older runs that are skipped.
        offset: Option<usize>,
    },
}

/// A run of the history.
#[derive(Clone, Debug)]
pub struct EndedRun {
    /// Its `prompt_id`.
    pub id: String,
    /// `{"prompt", "outputs", "status", "meta"}`.
    pub entry: JsonText,
}

/// The state that a client receives when it connects, and its messages.
#[derive(Debug)]
pub struct Subscription {
    /// The number of pending and running jobs.
    pub remaining: usize,
    /// The node that is running, if its job is one of this client.
    pub current_node: Option<String>,
    /// The messages from now on.
    pub messages: Messages,
}
