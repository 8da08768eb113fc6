//! `POST /prompt`, and its three failures: the engine was not reached, it rejected the prompt, or the
//! result is unknown.

use serde_json::{Map, Value, json};

use super::client::{EngineClient, body};
use super::reduced_json::{self, Keep};
use run_core::clip;

/// The memory that an answer may take.
const MAX_MEMORY: usize = 16_000_000;

/// The part of an answer that is read.
const ANSWER: Keep<'_> = Keep::Members(&[
    ("prompt_id", Keep::All),
    ("number", Keep::All),
    ("error", Keep::Members(ERROR)),
    ("node_errors", Keep::Each(&NODE)),
]);
const NODE: Keep<'_> = Keep::Members(&[
    ("class_type", Keep::All),
    ("errors", Keep::Each(&Keep::Members(ERROR))),
]);
const ERROR: &[(&str, Keep<'_>)] = &[
    ("type", Keep::All),
    ("message", Keep::All),
    ("details", Keep::All),
    ("extra_info", Keep::Members(&[("input_name", Keep::All)])),
];

/// A prompt that an engine has queued.
#[derive(Debug)]
pub struct AcceptedPrompt {
    /// The task's id at the engine. Older engines choose their own.
    pub prompt_id: String,
    /// Its number in the queue.
    pub number: f64,
    /// The errors of output nodes that the engine would skip.
    pub node_errors: Value,
}

/// Why an engine has not accepted a prompt.
#[derive(Debug)]
pub enum PromptError {
    /// The engine was not reached.
    Unreachable(String),
    /// The engine rejected it with `{error, node_errors}`.
    Rejected(Map<String, Value>),
    /// The engine may have received it.
    Unknown(String),
}

impl EngineClient {
    /// `POST /prompt`. The engine writes each entry of `metadata` into the files it saves.
    pub async fn prompt(
        &self,
        graph: Value,
        prompt_id: &str,
        client_id: &str,
        metadata: Map<String, Value>,
    ) -> Result<AcceptedPrompt, PromptError> {
        let limit = self.limits().prompt;
        let mut sent = json!({ "prompt_id": prompt_id, "client_id": client_id });
        // Moved, since both may have long texts.
        sent["prompt"] = graph;
        sent["extra_data"]["extra_pnginfo"] = Value::Object(metadata);
        let request = self
            .post_request("/prompt")
            .map_err(|refused| PromptError::Unreachable(refused.to_string()))?;
        let request = request.timeout(limit.time).json(&sent);
        drop(sent);
        let response = request
            .send()
            .await
            .map_err(|error| match error.is_connect() {
                true => PromptError::Unreachable(error.to_string()),
                false => PromptError::Unknown(error.to_string()),
            })?;
        let status = response.status();
        if !status.is_success() && !status.is_client_error() {
            return Err(PromptError::Unknown(format!(
                "POST /prompt returned status {status}"
            )));
        }
        let body = body(response, limit.bytes).await;
        if status.is_success() {
            let body = body.map_err(|error| PromptError::Unknown(error.to_string()))?;
            return accepted(&body).map_err(|why| {
                PromptError::Unknown(format!("reading the answer to POST /prompt: {why}"))
            });
        }
        let body = body.unwrap_or_else(|error| error.to_string().into());
        Err(PromptError::Rejected(rejection(status.as_u16(), &body)))
    }
}

fn accepted(body: &[u8]) -> Result<AcceptedPrompt, String> {
    let mut answer =
        reduced_json::read(body, &ANSWER, MAX_MEMORY).map_err(|why| why.to_string())?;
    let prompt_id = answer["prompt_id"].as_str().map(str::to_owned);
    Ok(AcceptedPrompt {
        prompt_id: prompt_id.ok_or("it has no prompt_id")?,
        number: answer["number"].as_f64().unwrap_or_default(),
        node_errors: answer["node_errors"].take(),
    })
}

/// The rejection in an answer with an error status.
pub fn rejection(status: u16, body: &[u8]) -> Map<String, Value> {
    match reduced_json::read(body, &ANSWER, MAX_MEMORY) {
        Ok(Value::Object(rejection)) => rejection,
        _ => plain_rejection(status, body),
    }
}

/// A rejection in plain text, in the shape of the others.
fn plain_rejection(status: u16, body: &[u8]) -> Map<String, Value> {
    let text = String::from_utf8_lossy(body);
    let message = format!("POST /prompt returned status {status}: {}", clip(&text));
    Map::from_iter([("error".to_owned(), json!({ "message": message }))])
}
