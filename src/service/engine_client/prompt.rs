//! `POST /prompt`, and its three failures: the engine was not reached, it rejected the prompt, or the
//! result is unknown.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::client::EngineClient;

/// An engine needs a while to validate a large graph.
const PROMPT_TIMEOUT: Duration = Duration::from_secs(60);

/// A prompt that an engine has queued.
#[derive(Debug, Deserialize)]
pub(crate) struct AcceptedPrompt {
    /// The task's id at the engine. Older engines choose their own.
    pub(crate) prompt_id: String,
    /// Its number in the queue.
    #[serde(default)]
    pub(crate) number: f64,
    /// The errors of output nodes that the engine would skip.
    #[serde(default)]
    pub(crate) node_errors: Value,
}

/// Why an engine has not accepted a prompt.
#[derive(Debug)]
pub(crate) enum PromptError {
    /// The engine was not reached.
    Unreachable(String),
    /// The engine rejected it with `{error, node_errors}`.
    Rejected(Map<String, Value>),
    /// The engine may have received it.
    Unknown(String),
}

impl EngineClient {
    /// `POST /prompt`. The engine writes each entry of `png_info` into the PNGs it saves.
    pub(crate) async fn prompt(
        &self,
        graph: &Value,
        prompt_id: &str,
        client_id: &str,
        png_info: &Value,
    ) -> Result<AcceptedPrompt, PromptError> {
        let body = json!({
            "prompt": graph, "prompt_id": prompt_id, "client_id": client_id,
            "extra_data": { "extra_pnginfo": png_info },
        });
        let request = self
            .post_request("/prompt")
            .timeout(PROMPT_TIMEOUT)
            .json(&body);
        let response = request
            .send()
            .await
            .map_err(|error| match error.is_connect() {
                true => PromptError::Unreachable(error.to_string()),
                false => PromptError::Unknown(error.to_string()),
            })?;
        let status = response.status();
        let body = response
            .bytes()
            .await
            .map_err(|error| PromptError::Unknown(error.to_string()))?;
        if status.is_success() {
            return serde_json::from_slice(&body).map_err(|why| {
                PromptError::Unknown(format!("reading the answer to POST /prompt: {why}"))
            });
        }
        if !status.is_client_error() {
            return Err(PromptError::Unknown(format!(
                "POST /prompt returned status {status}"
            )));
        }
        let rejection = serde_json::from_slice(&body)
            .unwrap_or_else(|_| plain_rejection(status.as_u16(), &body));
        Err(PromptError::Rejected(rejection))
    }
}

/// A rejection in plain text, in the shape of the others.
fn plain_rejection(status: u16, body: &[u8]) -> Map<String, Value> {
    let text: String = String::from_utf8_lossy(body).chars().take(500).collect();
    let message = format!("POST /prompt returned status {status}: {text}");
    Map::from_iter([("error".to_owned(), json!({ "message": message }))])
}
