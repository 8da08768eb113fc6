//! One engine's own queue: ComfyUI's `GET /queue`. Strict about its shape, unlike a deployment's answers: a run
//! that is missing from the queue counts as ended. Reads no prompts, and no list of any length.

use std::fmt;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Number;

use super::queue::{Queue, Task};
use json::tolerant;

/// The largest number of running and of pending tasks.
const MAX_TASKS: usize = 100_000;

/// One engine's own queue, which has neither envelope nor entries.
///
/// # Errors
/// Why the body is not a queue.
pub fn engine_queue(body: &[u8]) -> Result<Queue, String> {
    let queue: EngineQueue = tolerant::from_slice(body).map_err(|why| why.to_string())?;
    let (running, pending) = (queue.queue_running.0, queue.queue_pending.0);
    Ok(Queue { running, pending }.in_order())
}

#[derive(Deserialize)]
struct EngineQueue {
    queue_running: Tasks,
    queue_pending: Tasks,
}

struct Tasks(Vec<Task>);

impl<'de> Deserialize<'de> for Tasks {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_seq(TasksVisitor)
    }
}

struct TasksVisitor;

impl<'de> Visitor<'de> for TasksVisitor {
    type Value = Tasks;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of tasks")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tasks, A::Error> {
        let mut tasks = Vec::new();
        while let Some(EngineTask(task)) = list.next_element()? {
            if tasks.len() == MAX_TASKS {
                return Err(A::Error::custom(format!("more than {MAX_TASKS} tasks")));
            }
            tasks.push(task);
        }
        Ok(Tasks(tasks))
    }
}

struct EngineTask(Task);

impl<'de> Deserialize<'de> for EngineTask {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_seq(TaskVisitor)
    }
}

struct TaskVisitor;

impl<'de> Visitor<'de> for TaskVisitor {
    type Value = EngineTask;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a task, [number, id, …]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<EngineTask, A::Error> {
        let incomplete = || A::Error::custom("a task without a number and an id");
        let number: Option<Number> = list.next_element()?.ok_or_else(incomplete)?;
        let id: String = list.next_element()?.ok_or_else(incomplete)?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        // The sender of a task chooses its number, which may be NaN; that is read as null.
        let number = number.map_or(Ok(0.0), |number| number.to_string().parse::<f64>());
        let number = number.map_err(A::Error::custom)?;
        let number = number.clamp(f64::MIN, f64::MAX);
        Ok(EngineTask(Task { number, id }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_read_without_their_prompts_and_in_the_order_in_which_they_will_run() {
        let body = br#"{"queue_running": [[1, "a", {"3": {}}, {}, ["9"]]],
            "queue_pending": [[3, "c"], [-2.5, "b", {}], [1e999, "last"]], "more": 1}"#;
        let queue = engine_queue(body).unwrap();
        let ids = |tasks: &[Task]| tasks.iter().map(|task| task.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&queue.running), ["a"]);
        assert_eq!(ids(&queue.pending), ["b", "c", "last"]);
        assert!(queue.pending.iter().all(|task| task.number.is_finite()));
    }

    #[test]
    fn a_queue_as_python_writes_it_is_read() {
        let body =
            br#"{"queue_running": [[NaN, "a", {"3": {"inputs": {"x": NaN, "y": "\udc00"}}}]],
            "queue_pending": [[Infinity, "b\ud83d"]]}"#;
        let queue = engine_queue(body).unwrap();
        let ids = (queue.running[0].id.as_str(), queue.pending[0].id.as_str());
        assert_eq!(ids, ("a", "b\u{fffd}"));
    }

    #[test]
    fn another_shape_is_an_error_and_never_an_empty_queue() {
        for body in [
            "",
            "{}",
            "[]",
            "null",
            "<html></html>",
            r#"{"queue_running": []}"#,
            r#"{"queue_running": [], "queue_pending": null}"#,
            r#"{"queue_running": {}, "queue_pending": []}"#,
            r#"{"queue_running": [7], "queue_pending": []}"#,
            r#"{"queue_running": [[]], "queue_pending": []}"#,
            r#"{"queue_running": [[1]], "queue_pending": []}"#,
            r#"{"queue_running": [[1, null]], "queue_pending": []}"#,
            r#"{"queue_running": [["1", "a"]], "queue_pending": []}"#,
            r#"{"queue_running": [], "queue_pending": []} {}"#,
            r#"{"queue_running": [], "queue_pending": [[1, "a"]"#,
        ] {
            assert!(engine_queue(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn more_tasks_than_any_engine_has_are_an_error() {
        let tasks = |count: usize| {
            let tasks = vec![r#"[1,""]"#; count].join(",");
            format!(r#"{{"queue_running": [], "queue_pending": [{tasks}]}}"#)
        };
        assert!(engine_queue(tasks(MAX_TASKS).as_bytes()).is_ok());
        assert!(engine_queue(tasks(MAX_TASKS + 1).as_bytes()).is_err());
    }
}
