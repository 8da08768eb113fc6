//! The queue of an engine instance (the contract, section 2.4; ComfyUI's `GET /queue`).

use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

/// One engine instance and its queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueueEntry {
    /// The instance's address; some deployments name a container instead.
    pub comfy_uri: String,
    /// What it runs and what waits there.
    pub queue: Queue,
}

/// Running and pending tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Queue {
    /// What runs now.
    #[serde(rename = "queue_running")]
    pub running: Vec<Task>,
    /// What waits. On the wire in any order; decoded, in the order in which it will run.
    #[serde(rename = "queue_pending")]
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
    /// The same with pending tasks in the order in which they will run; equal numbers stay as they
    /// stand.
    pub fn in_order(mut self) -> Self {
        let order = |left: &Task, right: &Task| left.number.total_cmp(&right.number);
        self.pending.sort_by(order);
        self
    }

    /// How many tasks run or wait.
    pub fn len(&self) -> usize {
        self.running.len() + self.pending.len()
    }

    /// Whether nothing runs and nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
