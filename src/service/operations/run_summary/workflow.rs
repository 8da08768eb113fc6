//! The runs of one workflow: their states, their durations over time, and its slowest nodes.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::durations::Durations;
use super::states::States;
use super::window::{STEPS, Window};
use api::RunStatus;
use store::RecentRun;

/// How many nodes are listed.
const SLOWEST: usize = 5;

/// The runs of one workflow.
#[derive(Debug)]
pub(super) struct WorkflowSummary {
    pub(super) id: String,
    pub(super) states: States,
    /// How long runs waited until an engine executed them, or have waited so far.
    waited: Durations,
    /// How long the completed ones were executed.
    executed: Durations,
    steps: Vec<Step>,
    nodes: Vec<Value>,
}

/// The runs that were accepted in one step of time.
#[derive(Clone, Debug, Default)]
struct Step {
    waited: Durations,
    executed: Durations,
    /// How many of them have completed.
    runs: u32,
}

impl WorkflowSummary {
    pub(super) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            states: States::default(),
            waited: Durations::default(),
            executed: Durations::default(),
            steps: vec![Step::default(); STEPS],
            nodes: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, run: &RecentRun, window: Window) {
        self.states.count(run.status);
        let waited = waited(run, window);
        let executed = executed(run);
        add(&mut self.waited, waited);
        add(&mut self.executed, executed);
        let index = window.step_of(run.created_at);
        if let Some(step) = index.and_then(|index| self.steps.get_mut(index)) {
            add(&mut step.waited, waited);
            add(&mut step.executed, executed);
            step.runs += u32::from(executed.is_some());
        }
    }

    /// Sets which nodes take longest, as learned from completed runs.
    pub(super) fn set_nodes(
        &mut self,
        times: &HashMap<String, f64>,
        titles: &HashMap<String, String>,
    ) {
        let mut slowest: Vec<(&String, &f64)> = times.iter().collect();
        slowest.sort_by(|(one, a), (other, b)| b.total_cmp(a).then_with(|| one.cmp(other)));
        let entry = |(node, seconds): (&String, &f64)| json!({ "node": node, "title": titles.get(node), "seconds": rounded(*seconds) });
        self.nodes = slowest.into_iter().take(SLOWEST).map(entry).collect();
    }

    pub(super) fn json(&self) -> Value {
        let step = |step: &Step| {
            let (waited, executed) = (step.waited.median(), step.executed.median());
            json!({ "runs": step.runs, "waited": waited, "executed": executed })
        };
        json!({
            "workflow_id": self.id,
            "states": self.states.json(),
            "waited": self.waited.json(),
            "executed": self.executed.json(),
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
            "slowest_nodes": self.nodes,
        })
    }
}

fn add(durations: &mut Durations, seconds: Option<f64>) {
    if let Some(seconds) = seconds {
        durations.add(seconds);
    }
}

/// How long a run waited until an engine executed it, or has waited so far. Cancelled runs do not count: they depend on
/// the person who cancelled them.
fn waited(run: &RecentRun, window: Window) -> Option<f64> {
    let until = match run.status {
        RunStatus::Pending => Some(window.to),
        RunStatus::Running | RunStatus::Completed | RunStatus::Failed => run.started_at,
        RunStatus::Cancelled | RunStatus::Unknown => None,
    };
    until.map(|until| seconds(run.created_at, until))
}

/// How long a completed run was executed.
fn executed(run: &RecentRun) -> Option<f64> {
    let (started, ended) = (run.started_at?, run.ended_at?);
    (run.status == RunStatus::Completed).then(|| seconds(started, ended))
}

/// Never negative, although the clock may have been set back.
fn seconds(from: DateTime<Utc>, to: DateTime<Utc>) -> f64 {
    (to - from).as_seconds_f64().max(0.0)
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
