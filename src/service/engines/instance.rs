//! One engine instance as the service sees it: its health, its queue, the runs handed over to it.
//! Knows neither the store nor the routes.

mod availability;
mod class_set;
mod event_reception;
#[cfg(test)]
mod fixtures;
mod idleness;
mod large_jobs;
mod live_progress;
mod membership;
mod queue_watch;
mod refresh_signal;
mod tasks;
mod uploads;

use std::sync::Arc;
use std::time::Duration;

use availability::Availability;
pub(crate) use availability::Health;
use class_set::ClassSet;
use event_reception::EventReception;
#[cfg(test)]
pub(super) use fixtures::{accepted, held};
use large_jobs::LargeJobs;
use membership::Membership;
use queue_watch::QueueWatch;
use tasks::Tasks;
pub(crate) use tasks::{Faults, RunChange, RunChanges, TrackedRun};
use uploads::Uploads;

use super::engine_access::EngineAccess;
use super::engine_settings::EngineSettings;
#[cfg(test)]
use super::engine_settings::EngineSource;
use api::RunProgress;
use comfy_client::{EngineClient, EngineError, EngineRules};
use workflow::classes::NodeClasses;

/// How much is known about an instance's queue without a new snapshot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueKnowledge {
    /// Whether our runs account for every task that the instance announces in its events.
    pub(crate) is_explained: bool,
    /// Whether it has tasks, or runs that are being settled, as far as is known.
    pub(crate) is_busy: bool,
    /// Whether it has runs of ours.
    pub(crate) has_runs: bool,
    /// Whether a run has ended, and only the history can show how.
    pub(crate) has_unexplained_end: bool,
    /// Whether somebody looks at its queue.
    pub(crate) is_watched: bool,
}

/// One engine instance, in parts that each own their fields and their lock. Its own methods need several parts; they
/// take one lock after the other, never two at once, in an order that their comments explain.
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
    pub(crate) tasks: Tasks,
    queue_watch: QueueWatch,
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
            tasks: Tasks::default(),
            queue_watch: QueueWatch::default(),
        })
    }

    /// An instance with nothing but its address.
    #[cfg(test)]
    pub(crate) fn at(address: &str) -> Self {
        networks::install_tls();
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

    /// Replaces its settings. Returns whether they have changed. Its connection to events keeps the headers that it has.
    pub(crate) fn set_settings(&self, settings: EngineSettings) -> bool {
        let are_new = self.membership.replace(&settings, &self.client);
        self.client.set_headers(settings.headers) || are_new
    }

    /// The name of its state.
    pub(crate) fn status(&self) -> &'static str {
        match self.availability.health() {
            Health::Stopped => "stopped",
            Health::Hung => "hung",
            Health::Online if self.membership.is_draining() => "draining",
            Health::Online if self.tasks.known().is_busy() => "running",
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
        self.tasks.set_reached(&client_id);
    }

    /// Notes that its events come under this client id from now on.
    pub(crate) fn set_connected(&self, client_id: &str) {
        // Before the stream counts as open: what was announced in the last one explains nothing now.
        self.tasks.set_connected(client_id);
        self.events.set_open(true);
    }

    /// Marks it as offline. Returns whether it was online before.
    pub(crate) fn set_offline(&self, health: Health) -> bool {
        let is_busy = self.tasks.known().is_busy();
        let was_online = self.availability.set_offline(health, is_busy);
        self.events.set_open(false);
        // Last: while it counts as online, its queue must not look emptier than it is.
        self.tasks.set_offline();
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

    /// How much is known about its queue without a new snapshot.
    pub(crate) fn queue_knowledge(&self) -> QueueKnowledge {
        // Before the tasks: a stream that opens meanwhile has forgotten what the last one announced.
        let has_events = self.events.is_open();
        let known = self.tasks.known();
        QueueKnowledge {
            is_explained: has_events && known.knows_queue(),
            is_busy: known.is_busy(),
            has_runs: known.runs().count() > 0,
            has_unexplained_end: known.runs().has_unexplained_end(),
            is_watched: self.queue_watch.is_watched(),
        }
    }

    /// Notes that somebody looks at its queue.
    pub(crate) fn watch(&self) {
        if self.queue_watch.note_look() {
            self.tasks.refresh.request();
        }
    }

    /// Whether it has been without tasks for this long, and was not freed since its last one.
    pub(crate) fn is_to_be_freed(&self, after: Duration) -> bool {
        // In this order: a task that comes or ends meanwhile ends the idle time before that is read.
        let is_idle = !self.tasks.known().is_busy() && self.availability.is_online();
        is_idle && self.tasks.idleness.is_to_be_freed(after)
    }

    /// The progress of a running run, if the instance reports it; `None` while it is offline, because nothing is known
    /// then.
    pub(crate) fn progress(&self, prompt_id: &str) -> Option<RunProgress> {
        let report = self.tasks.runs().get(prompt_id)?.progress.report()?;
        // After the report: the settling of a run completes its progress, and nobody may see that.
        let is_unsettled = self.tasks.runs().is_unsettled(prompt_id);
        (is_unsettled && self.availability.is_online()).then_some(report)
    }

    /// The progress of a run that it executes, if it reports it, and how many previews of it there were. `None` if it
    /// does not execute the run.
    pub(crate) fn progress_of_run(&self, run_id: &str) -> Option<(Option<RunProgress>, u32)> {
        let runs = self.tasks.runs();
        let attempt = runs.running_attempt(run_id)?;
        let progress = self.progress(&attempt.hold.prompt_id);
        Some((progress, attempt.progress.preview_number()))
    }

    /// Fetches the queue and stores it as the new snapshot. Returns what has changed.
    pub(crate) async fn refresh(&self) -> Result<RunChanges, EngineError> {
        let expected = self.tasks.runs().expected();
        let queue = self.client.queue().await?;
        self.availability.note_answer();
        Ok(self.tasks.apply_snapshot(queue, &expected))
    }

    /// The same as the first request of a connection.
    pub(crate) async fn reach(&self) -> Result<RunChanges, EngineError> {
        let expected = self.tasks.runs().expected();
        let queue = self.client.queue().await?;
        self.availability.note_answer();
        self.set_reached();
        Ok(self.tasks.apply_snapshot(queue, &expected))
    }

    /// Removes a task, whether it is waiting or running.
    pub(crate) async fn withdraw(&self, prompt_id: &str) {
        if let Err(error) = self.client.withdraw(prompt_id).await {
            let address = &self.address;
            tracing::warn!("withdrawing the run {prompt_id} from {address}: {error}");
        }
    }
}

#[cfg(test)]
mod tests;
