//! Sends the progress of one run to its WebSocket client and records it in the history.
//! Knows nothing about sockets. Source: ComfyUI's `/ws`.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::history_entry::HistoryEntry;
use super::job::Job;
use super::state::EngineState;
use engine::ExecutionError;
use engine::runner::{RunError, RunEvent};
use workflow::Node;

/// The shortest time between two progress events of one node.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The events of one run.
pub(super) struct ProgressEvents<'a> {
    state: &'a EngineState,
    job: &'a Job,
    history: HistoryEntry,
    /// The state of each node, as in `progress_state`.
    nodes: Map<String, Value>,
    /// When progress was last sent.
    last_sent: Instant,
}

impl<'a> ProgressEvents<'a> {
    /// Sends `execution_start` and `execution_cached`.
    pub(super) fn start(state: &'a EngineState, job: &'a Job) -> Self {
        let mut events = Self {
            state,
            job,
            history: HistoryEntry::default(),
            nodes: Map::new(),
            last_sent: Instant::now(),
        };
        events.record_and_send("execution_start", json!({ "prompt_id": job.id }));
        events.record_and_send(
            "execution_cached",
            json!({ "nodes": [], "prompt_id": job.id }),
        );
        events
    }

    /// Sends an event of the runner.
    pub(super) fn on_event(&mut self, event: RunEvent) {
        match event {
            RunEvent::Started(node) => self.started(node),
            RunEvent::Advanced(node, done, total) => self.advanced(node, done, total),
            RunEvent::Executed(node, ui) => self.executed(node, ui),
            RunEvent::Finished(node) => self.send_progress_state(node, 1.0, 1.0, "finished"),
        }
    }

    fn started(&mut self, node: &Node) {
        self.state.queue().current_node = Some(node.id.clone());
        self.last_sent = Instant::now();
        self.send_progress_state(node, 0.0, 1.0, "running");
        let data = json!({ "node": node.id, "display_node": node.id, "prompt_id": self.job.id });
        self.send("executing", &data);
    }

    fn executed(&mut self, node: &Node, ui: &Map<String, Value>) {
        let id = node.id.as_str();
        let data =
            json!({ "node": id, "display_node": id, "output": ui, "prompt_id": self.job.id });
        self.send("executed", &data);
        self.history.add_output(id, ui);
    }

    /// Throttled, because a node may report every row.
    fn advanced(&mut self, node: &Node, done: u32, total: u32) {
        if self.last_sent.elapsed() < PROGRESS_INTERVAL {
            return;
        }
        self.last_sent = Instant::now();
        self.send_progress_state(node, f64::from(done), f64::from(total), "running");
        let data =
            json!({ "value": done, "max": total, "prompt_id": self.job.id, "node": node.id });
        self.send("progress", &data);
    }

    fn send_progress_state(&mut self, node: &Node, value: f64, max: f64, state: &str) {
        let entry = json!({
            "value": value, "max": max, "state": state, "node_id": node.id, "prompt_id": self.job.id,
            "display_node_id": node.id, "parent_node_id": null, "real_node_id": node.id,
        });
        self.nodes.insert(node.id.clone(), entry);
        let client = self.job.client.as_deref();
        // Without a client this event goes to everybody, as in ComfyUI.
        if self.state.clients.is_connected(client) {
            let data = json!({ "prompt_id": self.job.id, "nodes": self.nodes });
            self.state.clients.send(client, "progress_state", &data);
        }
    }

    /// Ends the run. Adds the history entry first, so that a client finds it when it receives the end.
    pub(super) fn finish(mut self, result: Result<(), RunError>) {
        let success = result.is_ok();
        let (event, data) = self.end_event(result);
        let data = self.history.record(event, data);
        let history = std::mem::take(&mut self.history);
        let entry = history.into_json(success, &self.job.queue_item);
        self.state.queue().finish(self.job.id.clone(), entry);
        match event {
            // Without a client this event goes to everybody, as in ComfyUI.
            "execution_interrupted" => {
                let client = self.job.client.as_deref();
                self.state.clients.send(client, event, &data);
            }
            _ => self.send(event, &data),
        }
        self.state.broadcast_status();
        self.send(
            "executing",
            &json!({ "node": null, "prompt_id": self.job.id }),
        );
    }

    fn end_event(&self, result: Result<(), RunError>) -> (&'static str, Value) {
        let id = &self.job.id;
        let Err(error) = result else {
            return ("execution_success", json!({ "prompt_id": id }));
        };
        let RunError {
            node,
            class,
            executed,
            cause,
        } = error;
        let mut data = json!({
            "prompt_id": id, "node_id": node, "node_type": class, "executed": executed,
        });
        let ExecutionError::Failed(message) = cause else {
            return ("execution_interrupted", data);
        };
        let inputs = self.job.workflow.node(&node).map(|node| &node.inputs);
        data["exception_message"] = json!(message);
        data["exception_type"] = json!("NodeError");
        data["traceback"] = json!([]);
        data["current_inputs"] = json!(inputs);
        data["current_outputs"] = json!(executed);
        ("execution_error", data)
    }

    fn record_and_send(&mut self, event: &str, data: Value) {
        let data = self.history.record(event, data);
        self.send(event, &data);
    }

    /// Sends an event to the client that submitted the job, if it gave its id.
    fn send(&self, event: &str, data: &Value) {
        if let Some(client) = &self.job.client {
            self.state.clients.send(Some(client), event, data);
        }
    }
}
