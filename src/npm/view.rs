//! Results as JavaScript sees them: plain objects with names in camelCase. The wire's own names
//! stay in [`crate::api`].

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use super::error::usage;
use crate::api::{self, RunEntry};

/// A plain JavaScript value; maps become objects, what is missing becomes `null`.
///
/// # Errors
/// `UsageError` when a number does not fit a JavaScript number.
pub(super) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = Serializer::json_compatible();
    let result = value.serialize(&serializer);
    result.map_err(|error| usage(format!("handing over a result: {error}")))
}

/// What a submission gave.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    run_id: String,
    workflow_id: String,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    run_id: String,
    workflow_id: String,
}

impl Run {
    /// The first entry in front: a deployment gives one as a rule.
    pub(super) fn new(entries: Vec<RunEntry>) -> Self {
        let first = entries.first();
        let run_id = first.map(|entry| entry.run_id.clone());
        let workflow_id = first.map(|entry| entry.workflow_id.clone());
        Self {
            run_id: run_id.unwrap_or_default(),
            workflow_id: workflow_id.unwrap_or_default(),
            entries: entries.into_iter().map(Entry::from).collect(),
        }
    }
}

impl From<RunEntry> for Entry {
    fn from(entry: RunEntry) -> Self {
        Self {
            run_id: entry.run_id,
            workflow_id: entry.workflow_id,
        }
    }
}

/// The queue of every engine instance.
#[derive(Serialize)]
pub(super) struct Queue {
    instances: Vec<Instance>,
}

#[derive(Serialize)]
struct Instance {
    address: String,
    running: Vec<Task>,
    pending: Vec<Task>,
}

#[derive(Serialize)]
struct Task {
    id: String,
    number: f64,
}

impl Queue {
    pub(super) fn new(entries: Vec<api::QueueEntry>) -> Self {
        let instances = entries.into_iter().map(|entry| Instance {
            address: entry.comfy_uri,
            running: tasks(entry.queue.running),
            pending: tasks(entry.queue.pending),
        });
        Self {
            instances: instances.collect(),
        }
    }
}

fn tasks(tasks: Vec<api::Task>) -> Vec<Task> {
    let tasks = tasks.into_iter().map(|task| Task {
        id: task.id,
        number: task.number,
    });
    tasks.collect()
}

/// The state of an engine instance.
#[derive(Serialize)]
pub(super) struct Health {
    address: String,
    status: String,
}

impl From<api::Health> for Health {
    fn from(health: api::Health) -> Self {
        Self {
            address: health.url,
            status: health.status,
        }
    }
}

/// A run as a deployment knows it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunDetail {
    run_id: String,
    workflow_id: String,
    group_id: Option<String>,
    status: api::RunStatus,
    error: Option<String>,
    inputs: Vec<Input>,
    outputs: Vec<api::RunOutput>,
    created_at: Option<String>,
    started_at: Option<String>,
    completed_at: Option<String>,
}

#[derive(Serialize)]
struct Input {
    name: String,
    value: Option<String>,
}

impl From<api::RunDetail> for RunDetail {
    fn from(run: api::RunDetail) -> Self {
        let inputs = run.inputs.into_iter().map(|input| Input {
            name: input.path,
            value: input.value,
        });
        Self {
            run_id: run.id,
            workflow_id: run.workflow_id,
            group_id: run.group_id,
            status: run.status,
            error: run.error,
            inputs: inputs.collect(),
            outputs: run.outputs,
            created_at: run.created_at,
            started_at: run.started_at,
            completed_at: run.completed_at,
        }
    }
}

/// A group's runs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunList {
    group_id: Option<String>,
    count: f64,
    runs: Vec<RunDetail>,
}

impl From<api::RunList> for RunList {
    fn from(list: api::RunList) -> Self {
        Self {
            group_id: list.group_id,
            count: list.count as f64,
            runs: list.runs.into_iter().map(RunDetail::from).collect(),
        }
    }
}
