//! The queue of an engine instance (the contract, section 2.4; ComfyUI's `GET /queue`).

use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One engine instance and its queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Instance")]
pub struct QueueEntry {
    /// The instance's address; some deployments name a container instead.
    pub comfy_uri: String,
    /// What it runs and what waits there.
    pub queue: Queue,
}

/// Running and pending tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Queue {
    /// What runs now.
    #[serde(rename(serialize = "queue_running"))]
    pub running: Vec<Task>,
    /// What waits. On the wire in any order; decoded, in the order in which it will run.
    #[serde(rename(serialize = "queue_pending"))]
    pub pending: Vec<Task>,
}

/// A task in a queue: `[number, id]` on the wire. What else a tuple holds (the whole prompt, other
/// people's data) is skipped unread.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Task {
    /// Its place in the order; smaller runs first. May be negative or fractional.
    #[serde(deserialize_with = "finite")]
    pub number: f64,
    /// The run's id.
    pub id: String,
}

/// A number; one beyond all others is the last of them, and takes no other task along.
fn finite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    let number: f64 = number.to_string().parse().unwrap_or_default();
    Ok(number.clamp(f64::MIN, f64::MAX))
}

/// An entry in the shape of [`super::normal`].
#[derive(Deserialize)]
struct Instance {
    address: String,
    running: Vec<Task>,
    pending: Vec<Task>,
}

impl From<Instance> for QueueEntry {
    fn from(instance: Instance) -> Self {
        let Instance {
            address,
            running,
            pending,
        } = instance;
        Self {
            comfy_uri: address,
            queue: Queue { running, pending }.in_order(),
        }
    }
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
