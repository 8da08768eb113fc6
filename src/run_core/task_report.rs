//! What an engine's events say about one task, in the form of its history: the history may be cleared, and asking
//! for it takes time. No I/O.
//! Source: ComfyUI's `/ws`.

use serde_json::{Map, Value, json};

use crate::history_entry::HistoryEntry;

/// An event about a task that the history would contain.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskEvent {
    /// An output node has produced this.
    Output {
        /// Its id.
        node: String,
        /// What it produced; null if nothing.
        output: Value,
    },
    /// A message such as `execution_start`, with its data.
    Message {
        /// Its type.
        kind: String,
        /// Its data.
        data: Value,
    },
    /// An event that could not be read.
    Unreadable,
}

/// What the events say about one task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskReport {
    outputs: Map<String, Value>,
    messages: Vec<Value>,
    /// Whether every event since its start was seen.
    is_complete: bool,
    end: Option<&'static str>,
}

impl TaskReport {
    /// Adds an event.
    pub fn add(&mut self, event: TaskEvent) {
        match event {
            TaskEvent::Output { node, output } => {
                if !output.is_null() {
                    self.outputs.insert(node, output);
                }
            }
            TaskEvent::Message { kind, data } => {
                match kind.as_str() {
                    "execution_start" => {
                        *self = Self {
                            is_complete: true,
                            ..Self::default()
                        };
                    }
                    "execution_success" => self.end = Some("success"),
                    "execution_error" | "execution_interrupted" => self.end = Some("error"),
                    _ => {}
                }
                self.messages.push(json!([kind, data]));
            }
            TaskEvent::Unreadable => self.is_complete = false,
        }
    }

    /// Notes that events may have been missed.
    pub fn interrupt(&mut self) {
        self.is_complete = false;
    }

    /// Whether every event was seen, to the end of the task.
    pub fn is_complete_to_the_end(&self) -> bool {
        self.is_complete && self.end.is_some()
    }

    /// Whether the task has ended.
    pub fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// The history of the task; `None` unless it has ended and every event was seen.
    pub fn entry(&self) -> Option<HistoryEntry> {
        let end = self.end.filter(|_| self.is_complete)?;
        Some(HistoryEntry {
            outputs: self.outputs.clone(),
            status: json!({ "status_str": end, "messages": self.messages }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task_outcome::{self, TaskOutcome};

    fn message(kind: &str, data: Value) -> TaskEvent {
        let kind = kind.to_owned();
        TaskEvent::Message { kind, data }
    }

    fn output(node: &str, output: Value) -> TaskEvent {
        let node = node.to_owned();
        TaskEvent::Output { node, output }
    }

    fn report(events: Vec<TaskEvent>) -> TaskReport {
        let mut report = TaskReport::default();
        events.into_iter().for_each(|event| report.add(event));
        report
    }

    #[test]
    fn the_events_of_a_task_make_its_history() {
        let report = report(vec![
            message("execution_start", json!({ "timestamp": 1000 })),
            output("3", json!({ "images": [] })),
            output("4", Value::Null),
            message("execution_success", json!({ "timestamp": 3500 })),
        ]);
        let entry = report.entry().unwrap();
        assert_eq!(json!(entry.outputs), json!({ "3": { "images": [] } }));
        assert_eq!(task_outcome::outcome(&entry), TaskOutcome::Completed);
        assert_eq!(task_outcome::started_at(&entry), Some(1000));
        assert_eq!(task_outcome::duration(&entry), Some(2.5));
    }

    #[test]
    fn an_error_and_an_interruption_are_told_apart() {
        let ended = |kind| {
            let events = vec![
                message("execution_start", json!({})),
                message(kind, json!({ "exception_message": "no" })),
            ];
            task_outcome::outcome(&report(events).entry().unwrap())
        };
        assert_eq!(ended("execution_interrupted"), TaskOutcome::Cancelled);
        assert_eq!(ended("execution_error"), TaskOutcome::Failed("no".into()));
    }

    #[test]
    fn without_every_event_only_the_history_can_tell() {
        let start = || message("execution_start", json!({}));
        let end = || message("execution_success", json!({}));
        assert!(report(vec![start()]).entry().is_none());
        assert!(report(vec![end()]).entry().is_none());
        assert!(
            report(vec![start(), TaskEvent::Unreadable, end()])
                .entry()
                .is_none()
        );
        let mut interrupted = report(vec![start()]);
        interrupted.interrupt();
        interrupted.add(end());
        assert!(!interrupted.is_complete_to_the_end() && interrupted.entry().is_none());
    }
}
