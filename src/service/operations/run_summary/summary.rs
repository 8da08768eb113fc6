//! The summary of all runs in a window of time.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::failures::Failures;
use super::states::States;
use super::window::{STEPS, Window};
use super::workflow::WorkflowSummary;
use api::RunStatus;
use store::RecentRun;
use store::rfc3339;

/// The number of workflows in a list. Those with the most runs are listed.
const WORKFLOWS: usize = 50;

/// The summary.
#[derive(Debug)]
pub(super) struct Summary<'a> {
    window: Window,
    states: States,
    /// When the run was accepted that has waited longest.
    waiting_since: Option<DateTime<Utc>>,
    /// The states of the runs that were accepted in each step.
    steps: Vec<States>,
    workflows: Vec<WorkflowSummary>,
    failures: Failures<'a>,
}

impl<'a> Summary<'a> {
    pub(super) fn of(runs: &'a [RecentRun], window: Window) -> Self {
        let mut steps = vec![States::default(); STEPS];
        let (mut states, mut failures) = (States::default(), Failures::default());
        let mut workflows: HashMap<&str, WorkflowSummary> = HashMap::new();
        for run in runs {
            states.count(run.status);
            let index = window.step_of(run.created_at);
            if let Some(step) = index.and_then(|index| steps.get_mut(index)) {
                step.count(run.status);
            }
            let workflow = workflows.entry(&run.workflow_id);
            let workflow = workflow.or_insert_with(|| WorkflowSummary::new(&run.workflow_id));
            workflow.add(run, window);
            if run.status == RunStatus::Failed {
                failures.add(run);
            }
        }
        let waiting = runs.iter().filter(|run| run.status == RunStatus::Pending);
        Self {
            window,
            states,
            waiting_since: waiting.map(|run| run.created_at).min(),
            steps,
            workflows: most_used(workflows.into_values().collect()),
            failures,
        }
    }

    /// The workflows with the most runs, and the most first.
    pub(super) fn workflows(&mut self) -> &mut [WorkflowSummary] {
        &mut self.workflows
    }

    /// The answer's data.
    pub(super) fn json(&self, is_complete: bool) -> Value {
        let workflows: Vec<Value> = self.workflows.iter().map(WorkflowSummary::json).collect();
        json!({
            "from": rfc3339(self.window.from),
            "to": rfc3339(self.window.to),
            "is_complete": is_complete,
            "states": self.states.json(),
            "waiting_since": self.waiting_since.map(rfc3339),
            "steps": self.steps.iter().map(States::json).collect::<Vec<_>>(),
            "workflows": workflows,
            "failures": self.failures.json(),
        })
    }
}

fn most_used(mut workflows: Vec<WorkflowSummary>) -> Vec<WorkflowSummary> {
    workflows.sort_by(|one, other| {
        let runs = other.states.sum().cmp(&one.states.sum());
        runs.then_with(|| one.id.cmp(&other.id))
    });
    workflows.truncate(WORKFLOWS);
    workflows
}

#[cfg(test)]
mod tests;
