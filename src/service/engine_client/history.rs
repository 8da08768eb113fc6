//! `GET /history/{id}`: how a task ended and what it produced.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::client::EngineClient;
use super::error::EngineError;

/// The history of a task that has ended. Its prompt is not read.
#[derive(Debug, Deserialize)]
pub(crate) struct HistoryEntry {
    /// The outputs by node id.
    #[serde(default)]
    pub(crate) outputs: Map<String, Value>,
    /// `{status_str, completed, messages}`; absent in old engines.
    #[serde(default)]
    pub(crate) status: Value,
}

impl EngineClient {
    /// The history of a task; `None` if it has not ended or is unknown.
    pub(crate) async fn history(&self, id: &str) -> Result<Option<HistoryEntry>, EngineError> {
        let body = self.get(&format!("/history/{id}")).await?;
        let mut entries: HashMap<String, HistoryEntry> =
            serde_json::from_slice(&body).map_err(|why| {
                EngineError::new(format!("reading the history of {}: {why}", self.address()))
            })?;
        Ok(entries.remove(id))
    }
}
