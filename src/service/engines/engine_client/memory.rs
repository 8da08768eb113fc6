//! `POST /free`: the memory of an engine.

use serde_json::json;

use super::client::EngineClient;
use super::error::EngineError;

impl EngineClient {
    /// `POST /free`: unloads the models and frees the memory, before the next task. Returns whether the engine can do
    /// that.
    pub(crate) async fn free(&self) -> Result<bool, EngineError> {
        let what = json!({ "unload_models": true, "free_memory": true });
        match self.post("/free", &what).await {
            Ok(()) => Ok(true),
            Err(error) if matches!(error.status, Some(404 | 405)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
