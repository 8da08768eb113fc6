//! The runs of one workflow: their states, their durations over time, and its slowest nodes.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::durations::Durations;
use super::states::States;
use super::window::{STEPS, Window};
use crate::store::RecentRun;
use api::RunStatus;

/// How many nodes are listed.
const SLOWEST: usize = 5;

/// The runs of one workflow.
#[derive(Debug)]
pub(super) struct WorkflowSummary {
    pub(super) id: String,
    pub(super) states: States,
    /// How long runs waited until an engine executed them.
    waited: Durations,
    /// How long the completed ones were executed.
    executed: Durations,
    steps: Vec<Step>,
    nodes: Vec<Value>,
}

/// The completed runs that were accepted in one step of time.
#[derive(Clone, Debug, Default)]
struct Step {
    waited: Durations,
    executed: Durations,
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
        let Some(started) = run.started_at else {
            return;
        };
        let waited = seconds(run.created_at, started);
        self.waited.add(waited);
        let ended = run.ended_at.filter(|_| run.status == RunStatus::Completed);
        let Some(executed) = ended.map(|ended| seconds(started, ended)) else {
            return;
        };
        self.executed.add(executed);
        let index = window.step_of(run.created_at);
        if let Some(step) = index.and_then(|index| self.steps.get_mut(index)) {
            step.waited.add(waited);
            step.executed.add(executed);
            step.runs += 1;
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

/// Never negative, although the clock may have been set back.
fn seconds(from: DateTime<Utc>, to: DateTime<Utc>) -> f64 {
    (to - from).as_seconds_f64().max(0.0)
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
