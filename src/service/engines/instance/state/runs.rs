//! Our runs at an instance: handed over, started, gone.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::InstanceState;
use super::faults::Faults;
use crate::engines::instance::live_progress::LiveProgress;
use crate::engines::node_progress::RunNodes;
use api::Task;
use comfy_client::AcceptedPrompt;
use run_core::TaskReport;
use store::Hold;

/// One of our runs at an instance.
#[derive(Clone, Debug)]
pub(crate) struct TrackedRun {
    pub(crate) hold: Hold,
    /// Whether the instance has accepted it, as far as is known.
    pub(crate) accepted: bool,
    /// Whether it has started.
    pub(crate) running: bool,
    /// When it started, if the service has seen that.
    pub(crate) started: Option<Instant>,
    /// The connection during which it was handed over; 0 for a recovered run.
    pub(crate) connection: u64,
    /// The client id that it was submitted with, if that is known.
    pub(crate) client_id: Option<String>,
    /// Since when it has been uncertain whether the instance has it.
    pub(super) unknown_since: Option<Instant>,
    /// What the instance's events say about it.
    pub(crate) report: TaskReport,
    pub(crate) progress: Arc<LiveProgress>,
    /// Whether a task is settling it.
    pub(in crate::engines::instance) settling: bool,
    /// The errors of settling it.
    pub(super) faults: Faults,
    /// Its number in the queue.
    pub(super) number: f64,
}

impl TrackedRun {
    fn new(hold: Hold, client_id: Option<String>, connection: u64) -> Self {
        Self {
            hold,
            client_id,
            accepted: false,
            running: false,
            started: None,
            connection,
            unknown_since: None,
            report: TaskReport::default(),
            progress: Arc::default(),
            settling: false,
            faults: Faults::default(),
            number: f64::MAX,
        }
    }
}

/// How long an instance may take to show a run that it has perhaps received.
const UNCERTAIN: Duration = Duration::from_secs(5);

impl TrackedRun {
    /// Whether it was submitted with this client id.
    pub(super) fn is_of(&self, client_id: &str) -> bool {
        self.client_id.as_deref() == Some(client_id)
    }

    /// Whether the events tell how it ended. The instance must have accepted it, too, because the run is not known
    /// by its final id before.
    pub(crate) fn is_reported(&self) -> bool {
        self.accepted && self.report.is_complete_to_the_end()
    }

    /// Whether the instance may still be reading the request that hands it over.
    pub(crate) fn is_uncertain(&self) -> bool {
        let is_new = |since: Instant| since.elapsed() < UNCERTAIN;
        self.unknown_since.is_some_and(is_new)
    }
}

impl InstanceState {
    /// Tracks a run that is about to be handed over: its events may come before the instance's answer.
    pub(in crate::engines::instance) fn track_offered(&mut self, hold: Hold, client_id: &str) {
        self.idleness.end();
        let prompt_id = hold.prompt_id.clone();
        let run = TrackedRun::new(hold, Some(client_id.to_owned()), self.connection);
        self.runs.insert(prompt_id, run);
    }

    /// Notes that the instance has accepted a run, to execute these nodes. Returns false if the run is no longer
    /// tracked, because it was cancelled.
    pub(in crate::engines::instance) fn track_accepted(
        &mut self,
        offered: &str,
        accepted: &AcceptedPrompt,
        nodes: RunNodes,
    ) -> bool {
        let Some(mut run) = self.runs.remove(offered) else {
            return false;
        };
        run.accepted = true;
        run.number = accepted.number;
        let id = &accepted.prompt_id;
        run.hold.prompt_id.clone_from(id);
        if id != offered {
            run.report.interrupt();
        }
        let contains = |tasks: &[Task]| tasks.iter().any(|task| task.id == *id);
        if !contains(&self.queue.running) && !contains(&self.queue.pending) {
            let (number, id) = (accepted.number, id.clone());
            let tasks = match run.running {
                true => &mut self.queue.running,
                false => &mut self.queue.pending,
            };
            tasks.push(Task { number, id });
        }
        run.progress.set_nodes(nodes);
        self.runs.insert(id.clone(), run);
        true
    }

    /// Tracks a run that the instance may have, although it did not say so in this connection.
    pub(in crate::engines::instance) fn track_recovered(
        &mut self,
        hold: Hold,
        client_id: Option<String>,
        running: bool,
        nodes: RunNodes,
    ) {
        let prompt_id = hold.prompt_id.clone();
        let mut run = TrackedRun::new(hold, client_id, 0);
        run.accepted = true;
        run.running = running;
        run.unknown_since = (!running).then(Instant::now);
        run.report.interrupt();
        run.progress.set_nodes(nodes);
        self.runs.insert(prompt_id, run);
    }

    /// Whether a run has ended, and only the history can tell how: not every event was seen.
    pub(in crate::engines::instance) fn has_unexplained_end(&self) -> bool {
        let mut reports = self.unsettled().map(|(_, run)| &run.report);
        reports.any(|report| report.has_ended() && !report.is_complete_to_the_end())
    }

    /// Notes that the instance may have accepted an offered run. Returns false if it is no longer tracked.
    pub(in crate::engines::instance) fn track_unknown(&mut self, prompt_id: &str) -> bool {
        let Some(run) = self.runs.get_mut(prompt_id) else {
            return false;
        };
        run.accepted = true;
        run.connection = 0;
        run.unknown_since = Some(Instant::now());
        true
    }

    pub(in crate::engines::instance) fn untrack(&mut self, prompt_id: &str) {
        if self.runs.remove(prompt_id).is_some() {
            self.idleness.end();
        }
        self.queue.running.retain(|task| task.id != prompt_id);
        self.queue.pending.retain(|task| task.id != prompt_id);
    }

    pub(in crate::engines::instance) fn mark_started(&mut self, prompt_id: &str) -> Option<Hold> {
        let run = self
            .runs
            .get_mut(prompt_id)
            .filter(|run| !run.running && !run.settling)?;
        run.running = true;
        run.started = Some(Instant::now());
        let hold = run.hold.clone();
        let mut pending = self.queue.pending.iter();
        if let Some(index) = pending.position(|task| task.id == prompt_id) {
            let task = self.queue.pending.remove(index);
            self.queue.running.push(task);
        }
        Some(hold)
    }

    /// The tracked run with this id.
    pub(in crate::engines::instance) fn run(&self, prompt_id: &str) -> Option<&TrackedRun> {
        self.runs.get(prompt_id)
    }

    pub(in crate::engines::instance) fn report_of(
        &mut self,
        prompt_id: &str,
    ) -> Option<&mut TaskReport> {
        self.runs.get_mut(prompt_id).map(|run| &mut run.report)
    }

    /// The run that is running; by its id, if that is given.
    pub(in crate::engines::instance) fn running(
        &self,
        run_id: Option<&str>,
    ) -> Option<(&String, &TrackedRun)> {
        let is_meant = |run: &TrackedRun| run_id.is_none_or(|id| id == run.hold.run_id);
        self.runs
            .iter()
            .find(|(_, run)| run.running && is_meant(run))
    }

    /// The runs that a task may settle now.
    pub(super) fn unsettled(&self) -> impl Iterator<Item = (&String, &TrackedRun)> {
        self.runs.iter().filter(|(_, run)| !run.settling)
    }

    /// The same, in the order of the queue: of runs that wait again, the first one is placed first.
    pub(super) fn in_order(&self) -> Vec<(&String, &TrackedRun)> {
        let mut runs: Vec<_> = self.unsettled().collect();
        runs.sort_by(|(_, one), (_, other)| one.number.total_cmp(&other.number));
        runs
    }

    pub(super) fn run_id<'a>(&'a self, prompt_id: &'a str) -> &'a str {
        self.run(prompt_id)
            .map_or(prompt_id, |run| &run.hold.run_id)
    }
}
