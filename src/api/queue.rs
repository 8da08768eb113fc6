//! The queue of an engine instance (the contract, section 2.4; ComfyUI's `GET /queue`).

use std::fmt;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One engine instance and its queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueueEntry {
    /// The instance's address; some deployments name a container instead.
    #[serde(alias = "container", default)]
    pub comfy_uri: String,
    /// What it runs and what waits there.
    #[serde(default)]
    pub queue: Queue,
}

/// Running and pending tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Queue {
    /// What runs now.
    #[serde(rename = "queue_running", default)]
    pub running: Vec<Task>,
    /// What waits. On the wire in any order; decoded, in the order in which it will run.
    #[serde(rename = "queue_pending", default)]
    pub pending: Vec<Task>,
}

/// A task in a queue: `[number, id]` on the wire. What else a tuple holds (the whole prompt, other
/// people's data) is skipped unread.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its place in the order; smaller runs first. May be negative or fractional.
    pub number: f64,
    /// The run's id.
    pub id: String,
}

impl Queue {
    /// How many tasks run or wait.
    pub fn len(&self) -> usize {
        self.running.len() + self.pending.len()
    }

    /// Whether nothing runs and nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts the pending tasks in the order in which they will run; equal numbers keep theirs.
    pub fn sort(&mut self) {
        self.pending
            .sort_by(|left, right| left.number.total_cmp(&right.number));
    }
}

impl Serialize for Task {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(2)?;
        // Whole numbers are written as ComfyUI writes them: `1`, not `1.0`.
        if self.number.fract() == 0.0 && self.number.abs() < 9e15 {
            tuple.serialize_element(&(self.number as i64))?;
        } else {
            tuple.serialize_element(&self.number)?;
        }
        tuple.serialize_element(&self.id)?;
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Task {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(TaskVisitor)
    }
}

struct TaskVisitor;

impl<'de> Visitor<'de> for TaskVisitor {
    type Value = Task;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a task: [number, id]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Task, A::Error> {
        let missing = |what| serde::de::Error::custom(format!("a task without {what}"));
        let number = seq.next_element()?.ok_or_else(|| missing("number"))?;
        let id = seq.next_element()?.ok_or_else(|| missing("id"))?;
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Task { number, id })
    }
}
