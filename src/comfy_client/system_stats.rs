//! `GET /system_stats`: the version of an engine, and its time.

use serde_json::Value;

use super::client::{EngineClient, body, successful};
use super::error::EngineError;
use json::tolerant;

/// What an engine says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemStats {
    /// The version of ComfyUI, if it says so.
    pub version: Option<String>,
    /// The header `Date` of the answer.
    pub date: Option<String>,
    /// What it was started with: the path of its program, and its options.
    pub arguments: Vec<String>,
    /// Whether the answer has what ComfyUI's has, and what nothing else on its port would have.
    pub is_of_comfyui: bool,
}

impl EngineClient {
    /// `GET /system_stats`.
    pub async fn system_stats(&self) -> Result<SystemStats, EngineError> {
        let limit = self.limits().other;
        let request = self.get_request(self.url("/system_stats"))?;
        let response = request.timeout(limit.time).send().await?;
        let date = response.headers().get(reqwest::header::DATE);
        let date = date.and_then(|date| date.to_str().ok()).map(str::to_owned);
        let body = body(successful(response).await?, limit.bytes).await?;
        let stats: Value =
            tolerant::from_slice(&body).map_err(|why| self.unreadable("system stats", &why))?;
        let system = &stats["system"];
        let arguments = system["argv"].as_array().into_iter().flatten();
        let arguments = arguments.filter_map(Value::as_str);
        Ok(SystemStats {
            version: system["comfyui_version"].as_str().map(str::to_owned),
            date,
            arguments: arguments.map(str::to_owned).collect(),
            is_of_comfyui: system["python_version"].is_string() && stats["devices"].is_array(),
        })
    }
}
