//! Handles one event of an instance.
//! Source: ComfyUI's `/ws`.

use std::str::FromStr;
use std::sync::Arc;

use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;

use super::{preview, progress};
use crate::engines::engine_client::read_event_output;
use crate::engines::instance::Instance;
use crate::engines::instance_observer::InstanceObserver;
use crate::engines::task_report::TaskEvent;
use json::{Json, tolerant};
use store::Hold;

/// Nesting depth up to which an event is parsed: the event, its data, its nodes, one node.
const EVENT_DEPTH: usize = 4;
/// The longest event that is read, in bytes. A longer one only shows that something has happened.
const MAX_EVENT: usize = 4 << 20;

/// What follows from an event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    /// A run has started.
    pub(super) started: Option<Hold>,
    /// The task of a run that has ended, and the events say how.
    pub(super) ended: Option<String>,
    /// Whether only a snapshot of the queue can show what has happened.
    pub(super) wants_snapshot: bool,
}

impl Effects {
    fn snapshot(wants_snapshot: bool) -> Self {
        Self {
            wants_snapshot,
            ..Self::default()
        }
    }
}

/// Handles an event that came for a client id. Returns whether only a snapshot of the queue can show what has
/// happened.
pub(super) fn handle(
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    client_id: &str,
    message: &Message,
) -> bool {
    let effects = apply(instance, client_id, message);
    if let Some(hold) = effects.started {
        observer.clone().run_started(hold);
    }
    if let Some(prompt_id) = effects.ended {
        observer.clone().run_ended(instance, prompt_id);
    }
    effects.wants_snapshot
}

/// Applies an event that came for a client id to what is known of its instance.
pub(super) fn apply(instance: &Instance, client_id: &str, message: &Message) -> Effects {
    let text = match message {
        Message::Text(text) => text,
        Message::Binary(event) => {
            if let Some((prompt_id, preview)) = preview::read(event) {
                instance.set_preview(prompt_id.as_deref(), preview);
            }
            return Effects::default();
        }
        _ => return Effects::default(),
    };
    if text.len() > MAX_EVENT {
        return Effects::snapshot(true);
    }
    let strict = tolerant::strict(text.as_bytes());
    let Ok(event) = Json::read(strict.as_bytes(), EVENT_DEPTH) else {
        return Effects::default();
    };
    let kind = event.get("type").text().unwrap_or_default();
    let data = event.get("data");
    if kind == "status" {
        let remaining = data.get("status").get("exec_info").get("queue_remaining");
        let is_unknown = whole_number(remaining).is_none_or(|tasks| instance.set_announced(tasks));
        return Effects::snapshot(is_unknown);
    }
    match data.get("prompt_id").text() {
        Some(prompt_id) => apply_to_task(instance, prompt_id, kind, data, text),
        None => {
            // To a client that takes over the id of the running task, ComfyUI sends its current node, and no more.
            let executing = progress::event(kind, data).filter(|_| kind == "executing");
            if let Some((event, running)) = executing.zip(instance.executing_for(client_id)) {
                instance.apply_node_event(&running, event);
            }
            Effects::default()
        }
    }
}

fn apply_to_task(
    instance: &Instance,
    prompt_id: &str,
    kind: &str,
    data: &Json<'_>,
    text: &str,
) -> Effects {
    let is_start = kind == "execution_start";
    let started = is_start.then(|| instance.mark_started(prompt_id)).flatten();
    if let Some(event) = progress::event(kind, data) {
        instance.apply_node_event(prompt_id, event);
    }
    let event = task_event(kind, data, text);
    let is_end = event.is_some_and(|event| instance.add_event(prompt_id, event));
    Effects {
        started,
        ended: is_end.then(|| prompt_id.to_owned()),
        // An engine that announces its tasks does so after each change.
        wants_snapshot: kind.starts_with("execution_") && !instance.knows_queue(),
    }
}

/// What an event adds to the report of its task.
fn task_event(kind: &str, data: &Json<'_>, text: &str) -> Option<TaskEvent> {
    match kind {
        "executed" => {
            let node = data.get("node").text()?.to_owned();
            let output = read_event_output(text.as_bytes());
            Some(
                output.map_or(TaskEvent::Unreadable, |output| TaskEvent::Output {
                    node,
                    output,
                }),
            )
        }
        "execution_start" | "execution_success" | "execution_error" | "execution_interrupted" => {
            Some(TaskEvent::Message {
                kind: kind.to_owned(),
                data: message_data(data),
            })
        }
        _ => None,
    }
}

/// The members of a message that say how its task ended.
fn message_data(data: &Json<'_>) -> Value {
    let texts = [
        "exception_message",
        "exception_type",
        "node_type",
        "node_id",
    ];
    let texts = texts.iter().filter_map(|name| {
        let text = data.get(name).text()?;
        Some(((*name).to_owned(), Value::from(text)))
    });
    let timestamp = whole_number::<i64>(data.get("timestamp"));
    let timestamp = timestamp.map(|time| ("timestamp".to_owned(), Value::from(time)));
    texts.chain(timestamp).collect()
}

fn whole_number<T: FromStr>(json: &Json<'_>) -> Option<T> {
    match json {
        Json::Number(digits) => digits.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_events_are_read_from_numbers_only() {
        let text =
            br#"{"timestamp": 1795474922797, "queue_remaining": 2, "node_id": "7", "steps": 1.5}"#;
        let data = Json::read(text, 1).unwrap();
        assert_eq!(whole_number(data.get("queue_remaining")), Some(2_usize));
        for name in ["node_id", "steps", "missing"] {
            assert_eq!(whole_number::<i64>(data.get(name)), None, "{name}");
        }
        let expected = serde_json::json!({ "node_id": "7", "timestamp": 1_795_474_922_797_i64 });
        assert_eq!(message_data(&data), expected);
    }
}
