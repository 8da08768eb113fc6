//! Decoding answers, whichever generation of deployment gave them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Envelope, Errors, QueueEntry, RunEntry, ValidationError, ValidationItem};

/// Why an answer could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer is not what {operation} gives: {why}")]
pub struct DecodeError {
    /// The operation that was answered.
    pub operation: &'static str,
    /// What is wrong with the answer.
    pub why: String,
}

/// The entries of a submission's answer: an array, or in older deployments one object.
pub fn runs(body: &[u8]) -> Result<Vec<RunEntry>, DecodeError> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Runs {
        Many(Vec<RunEntry>),
        One(RunEntry),
    }
    match data::<Runs>("POST /api/v1/runs", body)? {
        Runs::Many(entries) => Ok(entries),
        Runs::One(entry) => Ok(vec![entry]),
    }
}

/// The queue of every engine instance, pending tasks in the order in which they will run.
pub fn queue(body: &[u8]) -> Result<Vec<QueueEntry>, DecodeError> {
    let mut entries: Vec<QueueEntry> = data("GET /api/v1/comfy/queue", body)?;
    entries.iter_mut().for_each(|entry| entry.queue.sort());
    Ok(entries)
}

/// The `data` of an envelope.
pub fn data<T: DeserializeOwned>(operation: &'static str, body: &[u8]) -> Result<T, DecodeError> {
    let envelope: Envelope<T> = serde_json::from_slice(body).map_err(|error| DecodeError {
        operation,
        why: error.to_string(),
    })?;
    Ok(envelope.data)
}

/// The faults that a 422 body names; empty where it has another shape. An item whose `loc` is
/// strange keeps its message.
pub fn validation(body: &[u8]) -> Vec<ValidationItem> {
    if let Ok(error) = serde_json::from_slice::<ValidationError>(body) {
        return error.detail;
    }
    let Ok(body) = serde_json::from_slice::<Value>(body) else {
        return Vec::new();
    };
    match &body["detail"] {
        Value::String(text) => vec![item(&Value::Null, text)],
        Value::Array(items) => items
            .iter()
            .filter_map(|value| Some(item(value, value["msg"].as_str()?)))
            .collect(),
        _ => Vec::new(),
    }
}

fn item(value: &Value, msg: &str) -> ValidationItem {
    let loc = serde_json::from_value(value["loc"].clone()).unwrap_or_default();
    let kind = value["type"].as_str().unwrap_or("value_error");
    ValidationItem {
        loc,
        msg: msg.to_owned(),
        kind: kind.to_owned(),
    }
}

/// The text of an error answer's `errors`, `detail` or `error`, if it has one.
pub fn error_text(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let errors = serde_json::from_value::<Errors>(body["errors"].clone()).ok();
    errors.and_then(|errors| errors.text()).or_else(|| {
        let text = [&body["detail"], &body["error"], &body["message"]]
            .into_iter()
            .find_map(Value::as_str)?;
        Some(text.to_owned())
    })
}
