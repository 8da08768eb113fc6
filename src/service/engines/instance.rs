//! One engine instance as the service sees it: its health, its queue, the runs handed over to it.
//! Knows neither the store nor the routes.

mod availability;
mod class_set;
mod clients;
mod event_reception;
mod idleness;
mod large_jobs;
mod live_progress;
mod membership;
mod settling;
mod state;
mod uploads;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use availability::Availability;
pub(crate) use availability::Health;
use class_set::ClassSet;
use event_reception::EventReception;
use large_jobs::LargeJobs;
use membership::Membership;
use state::InstanceState;
pub(crate) use state::{Faults, QueueKnowledge, RunChange, RunChanges, TrackedRun};
use uploads::Uploads;

use super::engine_access::EngineAccess;
use super::engine_settings::EngineSettings;
#[cfg(test)]
use super::engine_settings::EngineSource;
use super::node_progress::RunNodes;
use api::{Queue, RunProgress};
use comfy_client::{AcceptedPrompt, EngineClient, EngineError, EngineRules};
use run_core::TaskEvent;
use store::Hold;
use workflow::classes::NodeClasses;

/// The first attempt of a run, with this id at its instance.
#[cfg(test)]
pub(super) fn held(run_id: &str, prompt_id: &str) -> Hold {
    Hold {
        run_id: run_id.to_owned(),
        attempt: 1,
        prompt_id: prompt_id.to_owned(),
        epoch: store::SOLE_EPOCH,
    }
}

/// The answer to a task that the instance has accepted.
#[cfg(test)]
pub(super) fn accepted(prompt_id: &str, number: f64) -> AcceptedPrompt {
    AcceptedPrompt {
        prompt_id: prompt_id.to_owned(),
        number,
        node_errors: serde_json::Value::Null,
    }
}

/// One engine instance.
#[derive(Debug)]
pub(crate) struct Instance {
    /// Its address, such as `http://127.0.0.1:8188`.
    pub(crate) address: String,
    pub(crate) client: EngineClient,
    pub(crate) membership: Membership,
    pub(crate) availability: Availability,
    pub(crate) events: EventReception,
    pub(crate) classes: ClassSet,
    pub(crate) uploads: Uploads,
    pub(crate) large_jobs: LargeJobs,
    state: Mutex<InstanceState>,
    refresh_requested: Notify,
}

impl Instance {
    /// An instance that has not been reached yet. Fails if its address is not valid.
    pub(crate) fn new(settings: EngineSettings, access: &EngineAccess) -> Result<Self, String> {
        let membership = Membership::new(&settings);
        let guard = EngineRules::guard(access.networks.clone(), settings.source.is_operator());
        let limits = access.limits;
        let client = EngineClient::new(&settings.url, settings.headers, limits, guard)?;
        Ok(Self {
            address: client.address().to_owned(),
            client,
            membership,
            availability: Availability::default(),
            events: EventReception::default(),
            classes: ClassSet::default(),
            uploads: Uploads::default(),
            large_jobs: LargeJobs::default(),
            state: Mutex::default(),
            refresh_requested: Notify::new(),
        })
    }

    /// An instance with nothing but its address.
    #[cfg(test)]
    pub(crate) fn at(address: &str) -> Self {
        let _already = rustls::crypto::ring::default_provider().install_default();
        let settings = EngineSettings::new(address, EngineSource::Options);
        Self::new(settings, &EngineAccess::default()).unwrap()
    }

    /// An online instance with these node classes.
    #[cfg(test)]
    pub(crate) fn with_classes(address: &str, classes: NodeClasses) -> Self {
        let instance = Self::at(address);
        instance.classes.set(classes);
        instance.set_connected("client");
        instance.availability.set_online();
        instance
    }

    /// The name of its state.
    pub(crate) fn status(&self) -> &'static str {
        match self.availability.health() {
            Health::Stopped => "stopped",
            Health::Hung => "hung",
            Health::Online if self.membership.is_draining() => "draining",
            Health::Online if self.is_busy() => "running",
            Health::Online => "idle",
        }
    }

    /// What is wrong with it: why the service does not connect to it, or why its events are missing.
    pub(crate) fn problem(&self) -> Option<String> {
        let of_events = || {
            let is_online = self.availability.is_online();
            self.events.problem().filter(|_| is_online)
        };
        self.availability.refusal().or_else(of_events)
    }

    /// Whether it may be given runs now.
    pub(crate) fn takes_runs(&self) -> bool {
        // Whether it is draining is read last: a run that goes to an instance that has just gone offline is placed
        // again, but one that goes to a draining instance is executed there.
        self.availability.is_ready() && !self.membership.is_draining()
    }

    /// Its node classes; `None` while it is offline.
    pub(crate) fn online_classes(&self) -> Option<Arc<NodeClasses>> {
        // In this order: classes that are read while it is online are at least those of this connection.
        let is_online = self.availability.is_online();
        self.classes.last().filter(|_| is_online)
    }

    /// Notes that it is reached again: it may have been restarted.
    pub(crate) fn set_reached(&self) {
        // First: a run of the next connection must not count on files of this one.
        self.uploads.forget_names();
        let client_id = uuid::Uuid::new_v4().simple().to_string();
        self.state().set_reached(&client_id);
    }

    /// Notes that its events come under this client id from now on.
    pub(crate) fn set_connected(&self, client_id: &str) {
        // Before the stream counts as open: what was announced in the last one explains nothing now.
        self.state().set_connected(client_id);
        self.events.set_open(true);
    }

    /// Marks it as offline. Returns whether it was online before.
    pub(crate) fn set_offline(&self, health: Health) -> bool {
        let was_online = self.availability.set_offline(health, self.is_busy());
        self.events.set_open(false);
        // Last: while it counts as online, its queue must not look emptier than it is.
        self.state().forget_tasks_of_others();
        was_online
    }

    /// Waits for a request to it, unless the instance goes offline: it will not answer then.
    pub(crate) async fn while_online<T, E: From<EngineError>>(
        &self,
        request: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        tokio::select! {
            answer = request => answer,
            () = self.availability.lost() => Err(EngineError::lost(&self.address).into()),
        }
    }

    fn state(&self) -> MutexGuard<'_, InstanceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces its settings. Returns whether they have changed. Its connection to events keeps the headers that it has.
    pub(crate) fn set_settings(&self, settings: EngineSettings) -> bool {
        let are_new = self.membership.replace(&settings, &self.client);
        self.client.set_headers(settings.headers) || are_new
    }

    /// Whether it has tasks, or runs that are being settled, as far as is known.
    pub(crate) fn is_busy(&self) -> bool {
        let state = self.state();
        state.load() > 0 || state.has_runs()
    }

    /// Its queue, with run ids for the service's own runs; while it is offline, only these.
    pub(crate) fn queue(&self) -> Queue {
        self.state().queue_with_run_ids().in_order()
    }

    /// The number of its tasks that are not ours.
    pub(crate) fn foreign(&self) -> usize {
        self.state().foreign()
    }

    /// How much is known about its queue without a new snapshot.
    pub(crate) fn queue_knowledge(&self) -> QueueKnowledge {
        let mut known = self.state().queue_knowledge();
        known.is_explained &= self.events.is_open();
        known
    }

    /// Notes that somebody looks at its queue.
    pub(crate) fn watch(&self) {
        if self.state().watch() {
            self.request_refresh();
        }
    }

    /// Tracks a run that is about to be handed over: its events may come before the instance's answer.
    pub(crate) fn track_offered(&self, hold: Hold, client_id: &str) {
        self.state().track_offered(hold, client_id);
    }

    /// Notes that the instance has accepted a run, to execute these nodes. Returns false if the run is no longer
    /// tracked, because it was cancelled.
    pub(crate) fn track_accepted(
        &self,
        offered: &str,
        accepted: &AcceptedPrompt,
        nodes: RunNodes,
    ) -> bool {
        let is_tracked = self.state().track_accepted(offered, accepted, nodes);
        self.request_refresh();
        is_tracked
    }

    /// Notes that the instance may have accepted an offered run. Returns false if it is no longer tracked, because
    /// it was cancelled.
    pub(crate) fn track_unknown(&self, prompt_id: &str) -> bool {
        let is_tracked = self.state().track_unknown(prompt_id);
        self.request_refresh();
        is_tracked
    }

    /// Tracks a run that the instance may have, although it did not say so in this connection.
    pub(crate) fn track_recovered(
        &self,
        hold: Hold,
        client_id: Option<String>,
        running: bool,
        nodes: RunNodes,
    ) {
        self.state()
            .track_recovered(hold, client_id, running, nodes);
        self.request_refresh();
    }

    /// Stops tracking a run: it has ended or goes elsewhere.
    pub(crate) fn untrack(&self, prompt_id: &str) {
        self.state().untrack(prompt_id);
    }

    /// The tracked run with this id.
    pub(crate) fn run(&self, prompt_id: &str) -> Option<TrackedRun> {
        self.state().run(prompt_id).cloned()
    }

    /// Marks a run as started. Returns what is held of it if it was not running before.
    pub(crate) fn mark_started(&self, prompt_id: &str) -> Option<Hold> {
        self.state().mark_started(prompt_id)
    }

    /// The run that it executes.
    pub(crate) fn running(&self) -> Option<TrackedRun> {
        self.state().running(None).map(|(_, run)| run.clone())
    }

    /// The progress of a running run, if the instance reports it; `None` while it is offline, because nothing is known
    /// then.
    pub(crate) fn progress(&self, prompt_id: &str) -> Option<RunProgress> {
        let report = self.run(prompt_id)?.progress.report()?;
        // After the report: the settling of a run completes its progress, and nobody may see that.
        let is_online = self.availability.is_online();
        let state = self.state();
        let is_unsettled = state.run(prompt_id).is_some_and(|run| !run.settling);
        (is_unsettled && is_online).then_some(report)
    }

    /// The progress of a run that it executes, if it reports it, and how many previews of it there were. `None` if it
    /// does not execute the run.
    pub(crate) fn progress_of_run(&self, run_id: &str) -> Option<(Option<RunProgress>, u32)> {
        let (prompt_id, previews) = {
            let state = self.state();
            let (prompt_id, run) = state.running(Some(run_id))?;
            (prompt_id.clone(), run.progress.preview_number())
        };
        Some((self.progress(&prompt_id), previews))
    }

    /// Adds an event to the report of a run. Returns whether the report is complete and the run can be settled.
    pub(crate) fn add_event(&self, prompt_id: &str, event: TaskEvent) -> bool {
        let mut state = self.state();
        if let Some(report) = state.report_of(prompt_id) {
            report.add(event);
        }
        state.run(prompt_id).is_some_and(TrackedRun::is_reported)
    }

    /// Notes that the report of a run lacks something, and returns its claim: only the history can show how it ended.
    pub(crate) fn distrust_report(&self, prompt_id: &str) {
        let mut state = self.state();
        if let Some(report) = state.report_of(prompt_id) {
            report.interrupt();
        }
        state.unclaim(prompt_id);
        drop(state);
        self.request_refresh();
    }

    /// Requests a new queue snapshot.
    pub(crate) fn request_refresh(&self) {
        self.refresh_requested.notify_one();
    }

    /// Waits for a call of [`Instance::request_refresh`].
    pub(crate) async fn refresh_requested(&self) {
        self.refresh_requested.notified().await;
    }

    /// Notes how many tasks the instance announces. Returns whether only a snapshot can tell what they are.
    pub(crate) fn set_announced(&self, tasks: usize) -> bool {
        self.state().set_announced(tasks)
    }

    /// Notes that it does not announce its tasks any more.
    pub(crate) fn forget_announced(&self) {
        self.state().announced = None;
    }

    /// Whether its events account for its whole queue, so that no snapshot is needed.
    pub(crate) fn knows_queue(&self) -> bool {
        self.state().knows_queue()
    }

    /// Fetches the queue and stores it as the new snapshot. Returns what has changed.
    pub(crate) async fn refresh(&self) -> Result<RunChanges, EngineError> {
        let expected = self.expected();
        let queue = self.client.queue().await?;
        self.availability.note_answer();
        Ok(self.apply_snapshot(queue, &expected))
    }

    /// The same as the first request of a connection.
    pub(crate) async fn reach(&self) -> Result<RunChanges, EngineError> {
        let expected = self.expected();
        let queue = self.client.queue().await?;
        self.availability.note_answer();
        self.set_reached();
        Ok(self.apply_snapshot(queue, &expected))
    }

    /// The tasks that a snapshot must contain which is asked for now.
    pub(crate) fn expected(&self) -> Vec<String> {
        self.state().expected()
    }

    /// Stores a snapshot of the queue. `expected` are the tasks that it had to contain when it was asked for.
    pub(crate) fn apply_snapshot(&self, queue: Queue, expected: &[String]) -> RunChanges {
        let mut state = self.state();
        let foreign = state.foreign();
        let of_runs = state.apply_snapshot(queue, expected);
        let foreign_changed = state.foreign() != foreign;
        RunChanges {
            of_runs,
            foreign_changed,
        }
    }
}

#[cfg(test)]
mod tests;
