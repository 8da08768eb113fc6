//! The queues of engine instances (the contract, section 2.4; ComfyUI's `GET /queue`). Knows neither
//! addresses of operations nor other generations' answers.

use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

use super::answer::{Answer, answer, text};
use super::number::number;
use json::Json;

/// The answer to `GET /api/v1/comfy/queue`: every engine instance's queue, in the deployment's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueueAnswer {
    /// One entry per instance.
    pub entries: Vec<QueueEntry>,
    /// For each entry, whether its instance reported no queue: it is stopped, hung or did not answer.
    pub silent: Vec<bool>,
    /// For each entry, why its instance takes no runs, if the deployment says so.
    pub conditions: Vec<Option<Condition>>,
    /// The runs that wait in the service; none if the deployment does not report them.
    pub waiting: Waiting,
}

/// Why an engine instance takes no runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It has a connection, but does not answer.
    Hung,
    /// Nothing answers at its address.
    Stopped,
    /// It finishes the runs that it has, and gets no others.
    Draining,
}

impl Condition {
    /// Every condition; of several, the first counts.
    pub const ALL: [Self; 3] = [Self::Hung, Self::Stopped, Self::Draining];

    /// Its name, as in `meta` of the queue and as the status of `GET /api/v1/comfy/health`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hung => "hung",
            Self::Stopped => "stopped",
            Self::Draining => "draining",
        }
    }

    /// The condition of this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|condition| condition.name() == name)
    }
}

/// The most waiting runs whose ids are listed.
pub const MAX_LISTED_RUNS: usize = 1000;

/// The runs that wait in the service until an engine instance has room.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Waiting {
    /// How many wait.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub count: usize,
    /// The ids of the first ones (up to 1,000), in the order in which they are expected to start.
    #[cfg_attr(feature = "schemas", schemars(length(max = MAX_LISTED_RUNS)))]
    pub ids: Vec<String>,
    /// All of the caller's own: those of its key.
    pub own: Vec<WaitingRun>,
}

answer! {
    /// One of the caller's runs that wait in the service.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct WaitingRun as WAITING_RUN {
        /// Its id.
        pub id: String => "runId" required,
        /// Its place among all waiting runs, counted from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
        pub position: Option<u32> => "position" count,
        /// The expected seconds until it starts.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
        pub starts_in: Option<f64> => "startsIn" seconds,
        /// The expected seconds of its execution.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
        pub takes: Option<f64> => "takes" seconds,
    }
}

/// One engine instance and its queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
// Clients that were generated before rely on no member, and on none of the queue.
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(extend("x-required" = []))
)]
pub struct QueueEntry {
    /// The instance's address, or the name of its container if the deployment gives that instead.
    #[serde(rename = "comfy_uri")]
    pub address: String,
    /// Its running and pending tasks.
    #[cfg_attr(feature = "schemas", schemars(schema_with = "crate::schemas::object"))]
    pub queue: Queue,
}

/// Running and pending tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Queue {
    /// The tasks that run now.
    #[serde(rename = "queue_running")]
    pub running: Vec<Task>,
    /// The tasks that wait, in the order in which they will run.
    // On the wire in any order.
    #[serde(rename = "queue_pending")]
    pub pending: Vec<Task>,
}

/// One task in a queue.
// `[number, id]` on the wire. The rest of the tuple (the whole prompt, other people's data) is never read.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Task {
    /// Its priority: the smallest number runs first; it may be negative or fractional.
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

impl Answer for QueueEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            address: text(json, "address"),
            queue: Queue::of(json),
        }
    }
}

impl Answer for Queue {
    fn of(json: &Json<'_>) -> Self {
        let queue = Self {
            running: Vec::of(json.get("running")),
            pending: Vec::of(json.get("pending")),
        };
        queue.in_order()
    }
}

impl Answer for Task {
    fn of(json: &Json<'_>) -> Self {
        Self {
            number: number(json.get("number")),
            id: text(json, "id"),
        }
    }
}
