//! One engine instance as the service sees it: its health, its queue, the runs handed over to it.
//! Knows neither the store nor the routes.

mod settling;
mod state;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

pub(crate) use state::Faults;
use state::InstanceState;
pub(crate) use state::{RunChange, TrackedRun};

use super::engine_client::{EngineClient, EngineError, EngineLimits, EngineToken};
use super::node_progress::{NodeEvent, RunNodes};
use super::start_error::StartError;
use crate::api::{Queue, RunProgress};
use crate::workflow::classes::NodeClasses;

/// One engine instance.
#[derive(Debug)]
pub(crate) struct Instance {
    /// Its address, such as `http://127.0.0.1:8188`.
    pub(crate) address: String,
    pub(crate) client: EngineClient,
    /// The id under which it sends its events to us.
    pub(crate) client_id: String,
    state: Mutex<InstanceState>,
    refresh_requested: Notify,
    /// Cancelled once it has been reached, or an attempt has failed.
    contacted: CancellationToken,
}

impl Instance {
    /// An instance that has not been reached yet; it may require a token.
    pub(crate) fn new(
        address: &str,
        token: Option<&EngineToken>,
        limits: EngineLimits,
    ) -> Result<Self, StartError> {
        let client = EngineClient::new(address, token, limits)
            .map_err(|why| StartError::EngineAddress { why })?;
        Ok(Self {
            address: client.address().to_owned(),
            client,
            client_id: uuid::Uuid::new_v4().to_string(),
            state: Mutex::default(),
            refresh_requested: Notify::new(),
            contacted: CancellationToken::new(),
        })
    }

    /// An online instance with these node classes.
    #[cfg(test)]
    pub(crate) fn with_classes(address: &str, classes: NodeClasses) -> Self {
        let instance = Self::new(address, None, EngineLimits::default()).unwrap();
        instance.set_classes(classes);
        instance.set_connected();
        instance.set_online();
        instance
    }

    fn state(&self) -> MutexGuard<'_, InstanceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of its running, waiting and reserved tasks; `None` while it is offline.
    pub(crate) fn load(&self) -> Option<usize> {
        let state = self.state();
        state.online.then(|| state.load())
    }

    /// Whether it has tasks, or runs that are being settled, as far as is known.
    pub(crate) fn is_busy(&self) -> bool {
        let state = self.state();
        state.load() > 0 || state.has_runs()
    }

    /// Its node classes; `None` while it is offline.
    pub(crate) fn classes(&self) -> Option<Arc<NodeClasses>> {
        let state = self.state();
        state.classes.clone().filter(|_| state.online)
    }

    /// `idle`, `running` or `stopped`.
    pub(crate) fn health(&self) -> &'static str {
        let state = self.state();
        match (state.online, state.queue.is_empty() && state.load() == 0) {
            (false, _) => "stopped",
            (true, true) => "idle",
            (true, false) => "running",
        }
    }

    /// Its queue, with run ids for the service's own runs; empty while it is offline.
    pub(crate) fn queue(&self) -> Queue {
        self.state().queue_with_run_ids().in_order()
    }

    /// Reserves a queue slot for a run until [`Instance::release`].
    pub(crate) fn reserve(&self, run_id: &str) {
        self.state().reserved.insert(run_id.to_owned());
    }

    /// Releases a reserved slot.
    pub(crate) fn release(&self, run_id: &str) {
        self.state().release(run_id);
    }

    /// Tracks a run that the instance has just accepted under this queue number, to execute these nodes.
    pub(crate) fn track_accepted(
        &self,
        prompt_id: &str,
        run_id: &str,
        number: f64,
        nodes: RunNodes,
    ) {
        self.state()
            .track_accepted(prompt_id, run_id, number, nodes);
        self.request_refresh();
    }

    /// Tracks a run that was handed over before this connection.
    pub(crate) fn track_recovered(&self, prompt_id: &str, run_id: &str, running: bool) {
        self.state().track_recovered(prompt_id, run_id, running);
        self.request_refresh();
    }

    /// Stops tracking a run: it has ended or was moved elsewhere.
    pub(crate) fn untrack(&self, prompt_id: &str) {
        self.state().untrack(prompt_id);
    }

    /// Marks a run as started. Returns its id if it was not running before.
    pub(crate) fn mark_started(&self, prompt_id: &str) -> Option<String> {
        self.state().mark_started(prompt_id)
    }

    /// The progress of a running run, if the instance reports it.
    pub(crate) fn progress(&self, prompt_id: &str) -> Option<RunProgress> {
        self.state().progress(prompt_id)
    }

    /// Applies an event about the nodes of a run.
    pub(crate) fn apply_node_event(&self, prompt_id: &str, event: NodeEvent) {
        self.state().apply_node_event(prompt_id, event);
    }

    /// Whether the connection has been uninterrupted since the run was accepted.
    pub(crate) fn connected_since(&self, run: &TrackedRun) -> bool {
        let state = self.state();
        state.online && state.connection == run.connection
    }

    /// The node classes it had when it was last reached.
    pub(crate) fn last_classes(&self) -> Option<Arc<NodeClasses>> {
        self.state().classes.clone()
    }

    /// Sets its node classes. Returns whether they have changed; if not, they keep their identity.
    pub(crate) fn set_classes(&self, classes: NodeClasses) -> bool {
        let known = self.last_classes();
        if known.is_some_and(|known| *known == classes) {
            return false;
        }
        self.state().classes = Some(Arc::new(classes));
        true
    }

    /// Notes a new connection.
    pub(crate) fn set_connected(&self) {
        self.state().connection += 1;
    }

    /// Marks the instance as online.
    pub(crate) fn set_online(&self) {
        self.state().online = true;
        self.contacted.cancel();
    }

    /// Marks the instance as offline. Returns whether it was online before.
    pub(crate) fn set_offline(&self) -> bool {
        self.contacted.cancel();
        self.state().set_offline()
    }

    /// Waits until it has been reached for the first time, or an attempt has failed.
    pub(crate) async fn contacted(&self) {
        self.contacted.cancelled().await;
    }

    /// Requests a new queue snapshot.
    pub(crate) fn request_refresh(&self) {
        self.refresh_requested.notify_one();
    }

    /// Waits for a call of [`Instance::request_refresh`].
    pub(crate) async fn refresh_requested(&self) {
        self.refresh_requested.notified().await;
    }

    /// Fetches the queue and stores it as the new snapshot. Returns what changed for tracked runs, by
    /// prompt id.
    pub(crate) async fn refresh(&self) -> Result<HashMap<String, RunChange>, EngineError> {
        let expected = self.state().expected();
        let queue = self.client.queue().await?;
        Ok(self.state().apply_snapshot(queue, &expected))
    }
}
