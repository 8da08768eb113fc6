//! `POST /prompt`, and how it may fail: the engine was not reached, it refused, or nobody knows.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::EngineHttp;

/// Validation of a large graph takes an engine a while.
const PATIENCE: Duration = Duration::from_secs(60);

/// A task that an engine has taken.
#[derive(Debug, Deserialize)]
pub(crate) struct Accepted {
    /// The id under which the engine knows it; older ones give their own.
    pub(crate) prompt_id: String,
    /// Its place in the queue.
    #[serde(default)]
    pub(crate) number: f64,
    /// What was wrong with outputs that the engine will skip.
    #[serde(default)]
    pub(crate) node_errors: Value,
}

/// Why an engine has not taken a task.
#[derive(Debug)]
pub(crate) enum PromptError {
    /// It was not reached.
    Unreached(String),
    /// It refused: `{error, node_errors}`.
    Refused(Map<String, Value>),
    /// The body may have arrived.
    Unclear(String),
}

impl EngineHttp {
    /// `POST /prompt`.
    pub(crate) async fn prompt(
        &self,
        graph: &Value,
        prompt_id: &str,
        client_id: &str,
    ) -> Result<Accepted, PromptError> {
        let body = json!({ "prompt": graph, "prompt_id": prompt_id, "client_id": client_id });
        let sent = self
            .client
            .post(self.url("/prompt"))
            .timeout(PATIENCE)
            .json(&body)
            .send()
            .await;
        let response = sent.map_err(|error| match error.is_connect() {
            true => PromptError::Unreached(error.to_string()),
            false => PromptError::Unclear(error.to_string()),
        })?;
        let status = response.status();
        let body = response
            .bytes()
            .await
            .map_err(|error| PromptError::Unclear(error.to_string()))?;
        if status.is_success() {
            return serde_json::from_slice(&body)
                .map_err(|why| PromptError::Unclear(format!("the answer to POST /prompt: {why}")));
        }
        if !status.is_client_error() {
            return Err(PromptError::Unclear(format!(
                "POST /prompt was answered with {status}"
            )));
        }
        let refused =
            serde_json::from_slice(&body).unwrap_or_else(|_| plain(status.as_u16(), &body));
        Err(PromptError::Refused(refused))
    }
}

/// A refusal in plain text, in the shape of the others.
fn plain(status: u16, body: &[u8]) -> Map<String, Value> {
    let text: String = String::from_utf8_lossy(body).chars().take(500).collect();
    let message = format!("POST /prompt was answered with {status}: {text}");
    Map::from_iter([("error".to_owned(), json!({ "message": message }))])
}
