//! How a task ended, by what an engine's history says. No I/O.
//! Source: ComfyUI's `GET /history/{id}`.

use serde_json::Value;

use super::instance::Past;

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Completed,
    Cancelled,
    /// Why, in the engine's words.
    Failed(String),
}

/// How a task ended.
pub(crate) fn verdict(past: &Past) -> Verdict {
    if past.status["status_str"].as_str() != Some("error") {
        return Verdict::Completed;
    }
    if message(past, "execution_interrupted").is_some() {
        return Verdict::Cancelled;
    }
    let error = message(past, "execution_error").unwrap_or(&Value::Null);
    let words = error["exception_message"]
        .as_str()
        .map(str::trim)
        .filter(|words| !words.is_empty());
    let words = words
        .or(error["exception_type"].as_str())
        .unwrap_or("the engine did not say why");
    match (error["node_type"].as_str(), error["node_id"].as_str()) {
        (Some(class), Some(node)) => Verdict::Failed(format!("{words} ({class}, node {node})")),
        _ => Verdict::Failed(words.to_owned()),
    }
}

/// When the engine began with it, in milliseconds since 1970.
pub(crate) fn started(past: &Past) -> Option<i64> {
    message(past, "execution_start")?["timestamp"].as_i64()
}

/// How long it took.
pub(crate) fn seconds(past: &Past) -> Option<f64> {
    let last = messages(past)
        .filter_map(|(_, data)| data["timestamp"].as_i64())
        .max()?;
    Some((last - started(past)?) as f64 / 1000.0)
}

fn message<'a>(past: &'a Past, kind: &str) -> Option<&'a Value> {
    messages(past)
        .find(|(name, _)| *name == kind)
        .map(|(_, data)| data)
}

fn messages(past: &Past) -> impl Iterator<Item = (&str, &Value)> {
    let messages = past.status["messages"].as_array().into_iter().flatten();
    messages.filter_map(|message| Some((message.get(0)?.as_str()?, message.get(1)?)))
}

#[cfg(test)]
mod tests;
