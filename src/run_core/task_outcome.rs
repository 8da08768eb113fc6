//! How a task ended according to an engine's history. No I/O.
//! Source: ComfyUI's `GET /history/{id}`.

use serde_json::Value;

use crate::engine_text::clip;
use crate::history_entry::HistoryEntry;

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskOutcome {
    /// It has completed.
    Completed,
    /// It was interrupted.
    Cancelled,
    /// The engine's error message.
    Failed(String),
}

/// How a task ended.
pub fn outcome(entry: &HistoryEntry) -> TaskOutcome {
    if entry.status["status_str"].as_str() != Some("error") {
        return TaskOutcome::Completed;
    }
    if message(entry, "execution_interrupted").is_some() {
        return TaskOutcome::Cancelled;
    }
    let error = message(entry, "execution_error").unwrap_or(&Value::Null);
    let text = error["exception_message"]
        .as_str()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let text = text
        .or(error["exception_type"].as_str())
        .map_or("the engine did not give a reason", clip);
    match (error["node_type"].as_str(), error["node_id"].as_str()) {
        (Some(class), Some(node)) => TaskOutcome::Failed(format!("{text} ({class}, node {node})")),
        _ => TaskOutcome::Failed(text.to_owned()),
    }
}

/// When the engine started it, in milliseconds since 1970.
pub fn started_at(entry: &HistoryEntry) -> Option<i64> {
    message(entry, "execution_start")?["timestamp"].as_i64()
}

/// How long it took, in seconds.
pub fn duration(entry: &HistoryEntry) -> Option<f64> {
    let last = messages(entry)
        .filter_map(|(_, data)| data["timestamp"].as_i64())
        .max()?;
    Some((last - started_at(entry)?) as f64 / 1000.0)
}

fn message<'a>(entry: &'a HistoryEntry, kind: &str) -> Option<&'a Value> {
    messages(entry)
        .find(|(name, _)| *name == kind)
        .map(|(_, data)| data)
}

fn messages(entry: &HistoryEntry) -> impl Iterator<Item = (&str, &Value)> {
    let messages = entry.status["messages"].as_array().into_iter().flatten();
    messages.filter_map(|message| Some((message.get(0)?.as_str()?, message.get(1)?)))
}

#[cfg(test)]
mod tests;
