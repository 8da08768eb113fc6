//! What a run tells its sockets and leaves in the history. Knows nothing of queues.
//! Source: ComfyUI's `/ws` and `GET /history`.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::Shared;
use super::prompt::now;
use super::queue::Job;
use crate::engine::call::Failure;
use crate::engine::runner::{Event, Stopped};
use crate::workflow::Node;

/// How often the progress of one node is told.
const PACE: Duration = Duration::from_millis(100);

/// The report of one run, as it grows.
pub(super) struct Report<'a> {
    shared: &'a Shared,
    job: &'a Job,
    /// `[event, data]`, the messages that history keeps.
    messages: Vec<Value>,
    outputs: Map<String, Value>,
    meta: Map<String, Value>,
    /// By node, as in `progress_state`.
    progress: Map<String, Value>,
    /// When progress was last told.
    told: Instant,
}

impl<'a> Report<'a> {
    /// Opens the report: `execution_start`, `execution_cached`.
    pub(super) fn open(shared: &'a Shared, job: &'a Job) -> Self {
        let (messages, outputs) = (Vec::new(), Map::new());
        let mut report = Self {
            shared,
            job,
            messages,
            outputs,
            meta: Map::new(),
            progress: Map::new(),
            told: Instant::now(),
        };
        report.milestone("execution_start", json!({ "prompt_id": job.id }));
        report.milestone(
            "execution_cached",
            json!({ "nodes": [], "prompt_id": job.id }),
        );
        report
    }

    /// Passes on what happens in the runner.
    pub(super) fn note(&mut self, event: Event) {
        match event {
            Event::Started(node) => {
                self.shared.queue().node = Some(node.id.clone());
                self.told = Instant::now();
                self.progress(node, 0.0, 1.0, "running");
                let data =
                    json!({ "node": node.id, "display_node": node.id, "prompt_id": self.job.id });
                self.tell("executing", &data);
            }
            Event::Shown(node, output) => self.shown(node, output),
            Event::Advanced(node, done, all) => self.advanced(node, done, all),
            Event::Finished(node) => self.progress(node, 1.0, 1.0, "finished"),
        }
    }

    fn shown(&mut self, node: &Node, output: &Map<String, Value>) {
        let id = node.id.as_str();
        let data =
            json!({ "node": id, "display_node": id, "output": output, "prompt_id": self.job.id });
        self.tell("executed", &data);
        self.outputs.insert(id.to_owned(), json!(output));
        let meta =
            json!({ "node_id": id, "display_node": id, "parent_node": null, "real_node_id": id });
        self.meta.insert(id.to_owned(), meta);
    }

    /// Passed on now and then only: a node may tell of every row.
    fn advanced(&mut self, node: &Node, done: u32, all: u32) {
        if self.told.elapsed() < PACE {
            return;
        }
        self.told = Instant::now();
        self.progress(node, f64::from(done), f64::from(all), "running");
        let data = json!({ "value": done, "max": all, "prompt_id": self.job.id, "node": node.id });
        self.tell("progress", &data);
    }

    fn progress(&mut self, node: &Node, value: f64, max: f64, state: &str) {
        let entry = json!({
            "value": value, "max": max, "state": state, "node_id": node.id, "prompt_id": self.job.id,
            "display_node_id": node.id, "parent_node_id": null, "real_node_id": node.id,
        });
        self.progress.insert(node.id.clone(), entry);
        let client = self.job.client.as_deref();
        // Without a client it goes to everybody, the one event that does.
        if self.shared.hub.listens(client) {
            let data = json!({ "prompt_id": self.job.id, "nodes": self.progress });
            self.shared.hub.send(client, "progress_state", &data);
        }
    }

    /// Closes the report: the history first, so that who hears of the end finds the run there.
    pub(super) fn close(mut self, ended: Result<(), Stopped>) {
        let success = ended.is_ok();
        let (event, data) = self.end(ended);
        let data = self.remember(event, data);
        let entry = self.entry(success);
        self.shared.queue().finish(self.job.id.clone(), entry);
        match event {
            "execution_interrupted" => {
                self.shared
                    .hub
                    .send(self.job.client.as_deref(), event, &data)
            }
            _ => self.tell(event, &data),
        }
        self.shared.tell_status();
        self.tell(
            "executing",
            &json!({ "node": null, "prompt_id": self.job.id }),
        );
    }

    fn end(&self, ended: Result<(), Stopped>) -> (&'static str, Value) {
        let id = &self.job.id;
        match ended {
            Ok(()) => ("execution_success", json!({ "prompt_id": id })),
            Err(Stopped {
                node,
                class,
                executed,
                failure: Failure::Interrupted,
            }) => (
                "execution_interrupted",
                json!({ "prompt_id": id, "node_id": node, "node_type": class, "executed": executed }),
            ),
            Err(Stopped {
                node,
                class,
                executed,
                failure: Failure::Failed(message),
            }) => {
                let inputs = self.job.workflow.node(&node).map(|node| &node.inputs);
                let data = json!({
                    "prompt_id": id, "node_id": node, "node_type": class, "executed": executed,
                    "exception_message": message, "exception_type": "NodeError", "traceback": [],
                    "current_inputs": inputs, "current_outputs": executed,
                });
                ("execution_error", data)
            }
        }
    }

    fn entry(&self, success: bool) -> String {
        let status = json!({
            "status_str": if success { "success" } else { "error" },
            "completed": success,
            "messages": self.messages,
        });
        let rest =
            json!({ "outputs": self.outputs, "status": status, "meta": self.meta }).to_string();
        // The prompt is text already; the rest goes on behind it.
        format!(
            r#"{{"prompt": {}, {}"#,
            self.job.wire,
            rest.trim_start_matches('{')
        )
    }

    fn milestone(&mut self, event: &str, data: Value) {
        let data = self.remember(event, data);
        self.tell(event, &data);
    }

    fn remember(&mut self, event: &str, mut data: Value) -> Value {
        data["timestamp"] = json!(now());
        self.messages.push(json!([event, data]));
        data
    }

    /// Tells the client that sent the job, if it said who it is.
    fn tell(&self, event: &str, data: &Value) {
        if let Some(client) = &self.job.client {
            self.shared.hub.send(Some(client), event, data);
        }
    }
}
