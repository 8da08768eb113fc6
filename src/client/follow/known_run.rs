//! What is known of a run, from its events, its detail and the queue. Knows nothing about how they arrive.

use api::{LeftOut, RunDetail, RunOutput, RunProgress, RunStatus};

/// What is known of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownRun {
    /// Its id.
    pub run_id: String,
    /// The workflow that it runs.
    pub workflow_id: Option<String>,
    /// The group it belongs to.
    pub group_id: Option<String>,
    /// Its status; [`RunStatus::Unknown`] if nothing has shown it, or if it is no longer in any queue.
    pub status: RunStatus,
    /// How often an engine instance has been given it.
    pub attempts: Option<u32>,
    /// Why it failed.
    pub error: Option<String>,
    /// Its output files.
    pub outputs: Vec<RunOutput>,
    /// The outputs that the engine leaves out.
    pub left_out: Vec<LeftOut>,
    /// What this moment says.
    pub moment: Moment,
    /// The engine instance that the queue shows it at.
    pub instance: Option<String>,
}

/// What one moment says of a run. The next one replaces all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// Its place in the service or at an engine instance, counted from 1; 0 while it runs.
    pub position: Option<u32>,
    /// The expected seconds until it starts.
    pub starts_in: Option<f64>,
    /// The expected seconds of its execution.
    pub takes: Option<f64>,
    /// Its progress.
    pub progress: Option<RunProgress>,
    /// The link to the last preview.
    pub preview: Option<String>,
}

impl Moment {
    pub(super) fn of(run: &RunDetail) -> Self {
        Self {
            position: run.position,
            starts_in: run.starts_in,
            takes: run.takes,
            progress: run.progress.clone(),
            preview: run.preview.clone(),
        }
    }
}

impl KnownRun {
    /// Whether the run has these outputs. Their links are new each time.
    pub(super) fn has_outputs(&self, outputs: &[RunOutput]) -> bool {
        let names = |outputs: &[RunOutput]| -> Vec<String> {
            outputs.iter().map(|it| it.filename.clone()).collect()
        };
        names(&self.outputs) == names(outputs)
    }

    /// Takes over what a state says. What it leaves out stays.
    pub(super) fn set_state(&mut self, run: &RunDetail) {
        if !run.workflow_id.is_empty() {
            self.workflow_id = Some(run.workflow_id.clone());
        }
        if run.group_id.is_some() {
            self.group_id.clone_from(&run.group_id);
        }
        self.status = run.status;
        self.attempts = run.attempts.or(self.attempts);
        self.error.clone_from(&run.error);
    }

    /// Forgets the moment and the engine instance, which another state does not share.
    pub(super) fn leave_place(&mut self) {
        self.moment = Moment::default();
        self.instance = None;
    }

    pub(super) fn set_outputs(&mut self, run: &RunDetail) {
        self.outputs.clone_from(&run.outputs);
        self.left_out.clone_from(&run.left_out);
    }

    /// Takes over everything that a detail says.
    pub(super) fn set_detail(&mut self, run: &RunDetail) {
        self.set_state(run);
        self.set_outputs(run);
        self.moment = Moment::of(run);
        self.instance = None;
    }
}
