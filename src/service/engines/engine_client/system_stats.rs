//! `GET /system_stats`: the version of an engine, and its time.

use serde_json::Value;

use super::client::{EngineClient, body, successful};
use super::error::EngineError;
use json::tolerant;

/// What an engine says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SystemStats {
    /// The version of ComfyUI, if it says so.
    pub(crate) version: Option<String>,
    /// The header `Date` of the answer.
    pub(crate) date: Option<String>,
}

impl EngineClient {
    /// `GET /system_stats`.
    pub(crate) async fn system_stats(&self) -> Result<SystemStats, EngineError> {
        let limit = self.limits().other;
        let request = self.get_request(self.url("/system_stats"))?;
        let response = request.timeout(limit.time).send().await?;
        let date = response.headers().get(reqwest::header::DATE);
        let date = date.and_then(|date| date.to_str().ok()).map(str::to_owned);
        let body = body(successful(response).await?, limit.bytes).await?;
        let stats: Value =
            tolerant::from_slice(&body).map_err(|why| self.unreadable("system stats", &why))?;
        let version = stats["system"]["comfyui_version"].as_str();
        Ok(SystemStats {
            version: version.map(str::to_owned),
            date,
        })
    }
}
