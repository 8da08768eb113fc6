//! The queues of engine instances (the contract, section 2.4; ComfyUI's `GET /queue`). Knows neither
//! addresses of operations nor other generations' answers.

use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

/// The answer to `GET /api/v1/comfy/queue`: every engine instance's queue, in the deployment's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueueAnswer {
    /// One entry per instance.
    pub entries: Vec<QueueEntry>,
    /// For each entry, whether its instance reported no queue: it is stopped or did not answer.
    pub silent: Vec<bool>,
}

/// One engine instance and its queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueueEntry {
    /// The instance's address; some deployments name a container instead.
    #[serde(rename = "comfy_uri")]
    pub address: String,
    /// Its running and pending tasks.
    pub queue: Queue,
}

/// Running and pending tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Queue {
    /// The tasks that run now.
    #[serde(rename = "queue_running")]
    pub running: Vec<Task>,
    /// The tasks that wait: on the wire in any order, decoded in the order in which they will run.
    #[serde(rename = "queue_pending")]
    pub pending: Vec<Task>,
}

/// A task in a queue: `[number, id]` on the wire. The rest of the tuple (the whole prompt, other
/// people's data) is never read.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its priority: smaller numbers run first. May be negative or fractional.
    pub number: f64,
    /// The run's id.
    pub id: String,
}

impl Queue {
    /// The same with its pending tasks in the order in which they will run; the sort is stable.
    pub fn in_order(mut self) -> Self {
        let order = |left: &Task, right: &Task| left.number.total_cmp(&right.number);
        self.pending.sort_by(order);
        self
    }

    /// The number of running and pending tasks.
    pub fn len(&self) -> usize {
        self.running.len() + self.pending.len()
    }

    /// Whether no task runs or waits.
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
