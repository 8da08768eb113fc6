//! Whether an instance is online, and whether it takes runs.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Instance;
use super::state::Health;
use comfy_client::EngineError;
use workflow::classes::NodeClasses;

/// How long an instance that could not take a run gets none: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

impl Instance {
    /// How it is.
    pub(crate) fn health(&self) -> Health {
        self.state().health
    }

    /// Whether it answers.
    pub(crate) fn is_online(&self) -> bool {
        self.state().is_online()
    }

    /// The name of its state.
    pub(crate) fn status(&self) -> &'static str {
        match self.health() {
            Health::Stopped => "stopped",
            Health::Hung => "hung",
            Health::Online if self.membership.is_draining() => "draining",
            Health::Online if self.is_busy() => "running",
            Health::Online => "idle",
        }
    }

    /// Whether it has answered since the service started.
    pub(crate) fn has_answered(&self) -> bool {
        let state = self.state();
        state.is_online() || state.connection > 0
    }

    /// Its node classes; `None` while it is offline.
    pub(crate) fn online_classes(&self) -> Option<Arc<NodeClasses>> {
        // In this order: classes that are read while it is online are at least those of this connection.
        let is_online = self.is_online();
        self.classes.last().filter(|_| is_online)
    }

    /// What is wrong with it: why the service does not connect to it, or why its events are missing.
    pub(crate) fn problem(&self) -> Option<String> {
        let state = self.state();
        let events = state.events_problem.as_ref().filter(|_| state.is_online());
        let events = events.map(|why| format!("its events cannot be received: {why}"));
        state.refusal.clone().or(events)
    }

    /// Sets why its events cannot be received, or that they are. Returns whether that is new.
    pub(crate) fn set_events_problem(&self, why: Option<String>) -> bool {
        let mut state = self.state();
        let is_new = state.events_problem != why;
        state.events_problem = why;
        is_new
    }

    /// Notes that no events come for now.
    pub(crate) fn set_without_events(&self) {
        self.state().has_events = false;
    }

    /// Sets why the service does not connect to it.
    pub(crate) fn set_refusal(&self, why: Option<String>) {
        self.state().refusal = why;
    }

    /// Whether it may be given runs now.
    pub(crate) fn takes_runs(&self) -> bool {
        // Whether it is draining is read last: a run that goes to an instance that has just gone offline is placed
        // again, but one that goes to a draining instance is executed there.
        self.is_ready() && !self.membership.is_draining()
    }

    fn is_ready(&self) -> bool {
        let state = self.state();
        let is_paused = state
            .paused_until
            .is_some_and(|until| until > Instant::now());
        state.is_online() && !is_paused
    }

    /// Gives it no runs for a while, because it could not take one. Returns how long; longer each time.
    pub(crate) fn pause(&self) -> Duration {
        let mut state = self.state();
        let pause = PAUSES.0 * 2_u32.saturating_pow(state.refusals.min(10));
        let pause = pause.min(PAUSES.1);
        state.refusals += 1;
        state.paused_until = Some(Instant::now() + pause);
        pause
    }

    /// Notes that it has taken a run.
    pub(crate) fn end_pause(&self) {
        let mut state = self.state();
        state.refusals = 0;
        state.paused_until = None;
    }

    /// For how long it has not answered; `None` while it is online.
    pub(crate) fn silent_for(&self) -> Option<Duration> {
        let state = self.state();
        (!state.is_online()).then(|| state.last_heard.elapsed())
    }

    /// For how long it has not answered, if it had tasks when it was last heard of.
    pub(crate) fn hangs_for(&self) -> Option<Duration> {
        self.silent_for().filter(|_| self.state().was_busy)
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
        self.state().set_connected(client_id);
    }

    /// Marks the instance as online.
    pub(crate) fn set_online(&self) {
        let mut state = self.state();
        state.health = Health::Online;
        state.refusal = None;
        state.was_busy = false;
        state.refusals = 0;
        state.paused_until = None;
        drop(state);
        self.online.send_replace(true);
        self.contacted.cancel();
    }

    /// Marks the instance as offline. Returns whether it was online before.
    pub(crate) fn set_offline(&self, health: Health) -> bool {
        let was_online = self.state().set_offline(health);
        self.online.send_replace(false);
        self.contacted.cancel();
        was_online
    }

    /// Waits until it is offline.
    pub(crate) async fn offline(&self) {
        let mut online = self.online.subscribe();
        let _ = online.wait_for(|online| !online).await;
    }

    /// Waits for a request to it, unless the instance goes offline: it will not answer then.
    pub(crate) async fn while_online<T, E: From<EngineError>>(
        &self,
        request: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let mut online = self.online.subscribe();
        let lost = async {
            // It may be about to come online.
            let _ = online.wait_for(|online| *online).await;
            let _ = online.wait_for(|online| !online).await;
        };
        tokio::select! {
            answer = request => answer,
            () = lost => Err(EngineError::lost(&self.address).into()),
        }
    }

    /// Whether it has been reached, or an attempt has failed.
    pub(crate) fn is_contacted(&self) -> bool {
        self.contacted.is_cancelled()
    }

    /// Waits until it has been reached for the first time, or an attempt has failed.
    pub(crate) async fn contacted(&self) {
        self.contacted.cancelled().await;
    }
}
