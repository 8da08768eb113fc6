//! The embedded engine as the backend of ComfyUI's routes. Knows nothing about how nodes run.

use std::fs::File;
use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::partial_upload::PartialUpload;
use super::state::EngineState;
use super::submission;
use comfy_files::FilePath;
use comfy_server::{
    Backend, ClearOrDelete, EndedRun, ErrorResponse, HistoryQuery, MAX_PREVIEW_PIXELS, NewUpload,
    PromptRequest, QueueItems, Subscription,
};
use engine::files::FileStore;
use engine::{MAX_PIXELS, nodes};

// Every image that the engine saves has a preview.
const _: () = assert!(MAX_PREVIEW_PIXELS >= MAX_PIXELS);

/// An embedded engine.
pub(super) struct EngineBackend {
    state: Arc<EngineState>,
}

impl EngineBackend {
    /// The backend with this state.
    pub(super) fn new(state: Arc<EngineState>) -> Self {
        Self { state }
    }
}

#[async_trait]
impl Backend for EngineBackend {
    async fn submit(&self, prompt: PromptRequest) -> Result<Map<String, Value>, ErrorResponse> {
        let state = Arc::clone(&self.state);
        tokio::task::spawn_blocking(move || submission::accept(&state, prompt))
            .await
            .map_err(|error| ErrorResponse::internal("validating a workflow", &error))?
    }

    async fn queue(&self) -> Result<QueueItems, ErrorResponse> {
        Ok(self.state.queue().items())
    }

    async fn remove_pending(&self, jobs: ClearOrDelete) -> Result<(), ErrorResponse> {
        self.state.queue().remove(&jobs);
        self.state.broadcast_status();
        Ok(())
    }

    async fn interrupt(&self, id: Option<&str>) -> Result<(), ErrorResponse> {
        self.state.queue().interrupt(id);
        Ok(())
    }

    async fn history(&self, query: HistoryQuery) -> Result<Vec<EndedRun>, ErrorResponse> {
        Ok(self.state.queue().history.find(&query))
    }

    async fn remove_history(&self, runs: ClearOrDelete) -> Result<(), ErrorResponse> {
        self.state.queue().history.remove(&runs);
        Ok(())
    }

    async fn object_info(&self, class: Option<&str>) -> Result<Map<String, Value>, ErrorResponse> {
        let store = Arc::clone(&self.state.store);
        let listing = tokio::task::spawn_blocking(move || store.input_files()).await;
        let files =
            listing.map_err(|error| ErrorResponse::internal("listing the input folder", &error))?;
        Ok(match class {
            None => nodes::object_info(&files),
            Some(name) => nodes::class(name)
                .map(|class| (name.to_owned(), class.info(&files)))
                .into_iter()
                .collect(),
        })
    }

    async fn view(&self, path: &FilePath) -> io::Result<Option<File>> {
        let (store, path) = (Arc::clone(&self.state.store), path.clone());
        tokio::task::spawn_blocking(move || store.open_file(&path)).await?
    }

    async fn upload(&self) -> io::Result<Box<dyn NewUpload>> {
        let upload = PartialUpload::begin(&self.state.store).await?;
        Ok(Box::new(upload))
    }

    async fn subscribe(&self, client: &str) -> Subscription {
        // Connected first, so that it misses nothing that happens after this state.
        let messages = self.state.clients.connect(client);
        let queue = self.state.queue();
        let is_own = queue
            .running()
            .is_some_and(|running| running.job.client.as_deref() == Some(client));
        Subscription {
            remaining: queue.remaining(),
            current_node: queue.current_node.clone().filter(|_| is_own),
            messages,
        }
    }
}
