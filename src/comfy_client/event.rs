//! Reads what an engine reports over its WebSocket. No I/O.
//! Source: ComfyUI's `/ws`.

use std::str::FromStr;

use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;

use crate::history::read_event_output;
use crate::node_event::{self, NodeEvent};
use crate::preview::{self, Preview};
use json::{Json, tolerant};
use run_core::TaskEvent;

/// Nesting depth up to which an event is parsed: the event, its data, its nodes, one node.
const EVENT_DEPTH: usize = 4;
/// The longest event that is read, in bytes. A longer one only shows that something has happened.
const MAX_EVENT: usize = 4 << 20;

/// What an engine reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It has this many tasks that have not ended; `None` if the number cannot be read.
    Tasks(Option<usize>),
    /// Something about one task.
    OfTask {
        /// The id of the task.
        prompt_id: String,
        /// What has happened.
        event: TaskProgress,
    },
    /// The running task of the client is at this node. To a client that takes over the id of the running task,
    /// ComfyUI sends this, and no more.
    AtNode(NodeEvent),
    /// A preview, and the id of its task if the event has one. Older engines send no ids: the preview is that of the
    /// running task.
    Preview(Option<String>, Preview),
    /// Something that is too long to be read.
    TooLong,
}

/// What has happened to a task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskProgress {
    /// Whether its execution begins.
    pub is_start: bool,
    /// Whether it is about the task as a whole: its start, its end, or which of its results are cached.
    pub is_of_execution: bool,
    /// What it says about the nodes.
    pub nodes: Option<NodeEvent>,
    /// What it adds to the report of the task.
    pub reported: Option<TaskEvent>,
}

/// The event in a message; `None` if it is about nothing that is followed, or cannot be read.
pub fn read(message: &Message) -> Option<Event> {
    match message {
        Message::Text(text) if text.len() > MAX_EVENT => Some(Event::TooLong),
        Message::Text(text) => read_text(text),
        Message::Binary(event) => {
            let (prompt_id, preview) = preview::read(event)?;
            Some(Event::Preview(prompt_id, preview))
        }
        _ => None,
    }
}

fn read_text(text: &str) -> Option<Event> {
    let strict = tolerant::strict(text.as_bytes());
    let event = Json::read(strict.as_bytes(), EVENT_DEPTH).ok()?;
    let kind = event.get("type").text().unwrap_or_default();
    let data = event.get("data");
    if kind == "status" {
        let remaining = data.get("status").get("exec_info").get("queue_remaining");
        return Some(Event::Tasks(whole_number(remaining)));
    }
    let nodes = node_event::read(kind, data);
    match data.get("prompt_id").text() {
        Some(prompt_id) => Some(Event::OfTask {
            prompt_id: prompt_id.to_owned(),
            event: TaskProgress {
                is_start: kind == "execution_start",
                is_of_execution: kind.starts_with("execution_"),
                nodes,
                reported: task_event(kind, data, text),
            },
        }),
        None if kind == "executing" => nodes.map(Event::AtNode),
        None => None,
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
