//! What ComfyUI keeps of its tasks, and the events it sends about them, without sockets and without time. Events may
//! be dropped, counts wrong, tasks forgotten.

use std::collections::HashMap;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::message;
use api::{Queue, Task};
use run_core::HistoryEntry;
use run_core::task_outcome::TaskOutcome;

/// The events about a task. Any of them may be missing.
pub(super) const EVENTS: [&str; 12] = [
    "nothing",
    "status",
    "execution_start",
    "execution_cached",
    "executing",
    "progress",
    "progress_state",
    "executed",
    "execution_success",
    "execution_error",
    "execution_interrupted",
    "everything",
];

/// A moment of a task's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moment {
    Accepted,
    Pending,
    Running,
    NodeDone,
    Ended,
}

pub(super) const MOMENTS: [Moment; 5] = [
    Moment::Accepted,
    Moment::Pending,
    Moment::Running,
    Moment::NodeDone,
    Moment::Ended,
];

/// How a task ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Success,
    Error,
    Interrupted,
}

impl Ending {
    pub(super) fn outcome(self) -> TaskOutcome {
        match self {
            Self::Success => TaskOutcome::Completed,
            Self::Error => TaskOutcome::Failed("no memory".to_owned()),
            Self::Interrupted => TaskOutcome::Cancelled,
        }
    }

    fn event(self) -> &'static str {
        match self {
            Self::Success => "execution_success",
            Self::Error => "execution_error",
            Self::Interrupted => "execution_interrupted",
        }
    }
}

/// The faults of an engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Faults {
    /// An event that is never sent from a moment on.
    pub(super) drops: Option<(&'static str, Moment)>,
    /// The number of tasks that it always announces.
    pub(super) count: Option<usize>,
    /// When it forgets everything, once.
    pub(super) forgets: Option<Moment>,
}

/// An engine with at most one task.
pub(super) struct Engine {
    faults: Faults,
    ending: Ending,
    task: Option<String>,
    moment: Moment,
    history: HashMap<String, Value>,
    /// The events that it has sent.
    pub(super) sent: Vec<Message>,
    /// How many tasks have started.
    pub(super) executions: usize,
}

impl Engine {
    pub(super) fn new(ending: Ending, faults: Faults) -> Self {
        Self {
            faults,
            ending,
            task: None,
            moment: Moment::Accepted,
            history: HashMap::new(),
            sent: Vec::new(),
            executions: 0,
        }
    }

    pub(super) fn submit(&mut self, task: &str) {
        self.task = Some(task.to_owned());
        self.moment = Moment::Accepted;
        self.send_status();
    }

    /// The next moment of its task. Returns whether it has forgotten the task instead.
    pub(super) fn advance(&mut self, moment: Moment) -> bool {
        let Some(task) = self.task.clone() else {
            return false;
        };
        self.moment = moment;
        if self.faults.forgets.take_if(|at| *at == moment).is_some() {
            self.task = None;
            self.history.clear();
            self.send_status();
            return true;
        }
        match moment {
            Moment::Accepted | Moment::Pending => {}
            Moment::Running => self.start(&task),
            Moment::NodeDone => self.finish_node(&task),
            Moment::Ended => self.end(task),
        }
        false
    }

    fn start(&mut self, task: &str) {
        self.executions += 1;
        self.send_status();
        self.send("execution_start", json!({ "prompt_id": task }));
        let cached = json!({ "nodes": [], "prompt_id": task });
        self.send("execution_cached", cached);
        self.send_state(task, "running");
        self.send("executing", json!({ "node": "3", "prompt_id": task }));
        let steps = json!({ "value": 1, "max": 2, "node": "3", "prompt_id": task });
        self.send("progress", steps);
    }

    fn finish_node(&mut self, task: &str) {
        self.send_state(task, "finished");
        self.send("executing", json!({ "node": "9", "prompt_id": task }));
    }

    fn end(&mut self, task: String) {
        let output = json!({ "images": [] });
        if self.ending == Ending::Success {
            let data = json!({ "node": "9", "output": output, "prompt_id": task });
            self.send("executed", data);
        }
        let end = json!({ "exception_message": "no memory", "prompt_id": task });
        self.send(self.ending.event(), end.clone());
        let status = match self.ending {
            Ending::Success => json!({ "status_str": "success", "messages": [] }),
            _ => json!({ "status_str": "error", "messages": [[self.ending.event(), end]] }),
        };
        let entry = json!({ "outputs": { "9": output }, "status": status });
        self.task = None;
        self.history.insert(task.clone(), entry);
        self.send_status();
        self.send("executing", json!({ "node": null, "prompt_id": task }));
    }

    fn send_state(&mut self, task: &str, state: &str) {
        let node = json!({ "value": 1, "max": 2, "state": state });
        let data = json!({ "prompt_id": task, "nodes": { "3": node } });
        self.send("progress_state", data);
    }

    fn send_status(&mut self) {
        let count = self.remaining();
        let status = json!({ "status": { "exec_info": { "queue_remaining": count } } });
        self.send("status", status);
    }

    fn send(&mut self, kind: &str, data: Value) {
        let is_dropped = self.faults.drops.is_some_and(|(event, from)| {
            self.moment >= from && (event == kind || event == "everything")
        });
        if !is_dropped {
            let event = json!({ "type": kind, "data": data });
            self.sent.push(message(&event.to_string()));
        }
    }

    /// The answer to `GET /prompt`.
    pub(super) fn remaining(&self) -> usize {
        let tasks = usize::from(self.task.is_some());
        self.faults.count.unwrap_or(tasks)
    }

    /// The answer to `GET /queue`.
    pub(super) fn queue(&self) -> Queue {
        let task = |id: &String| Task {
            number: 1.0,
            id: id.clone(),
        };
        let tasks: Vec<Task> = self.task.iter().map(task).collect();
        let (running, pending) = match self.moment >= Moment::Running {
            true => (tasks, Vec::new()),
            false => (Vec::new(), tasks),
        };
        Queue { running, pending }
    }

    /// The answer to `GET /history/{id}`.
    pub(super) fn history(&self, task: &str) -> Option<HistoryEntry> {
        let entry = self.history.get(task)?;
        Some(HistoryEntry {
            outputs: entry["outputs"].as_object()?.clone(),
            status: entry["status"].clone(),
        })
    }
}
