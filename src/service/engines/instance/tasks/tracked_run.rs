//! One of our runs at an instance: handed over, started, settled.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::faults::Faults;
use crate::engines::instance::live_progress::LiveProgress;
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
    pub(super) connection: u64,
    /// The client id that it was submitted with, if that is known.
    pub(super) client_id: Option<String>,
    /// Since when it has been uncertain whether the instance has it.
    pub(super) unknown_since: Option<Instant>,
    /// What the instance's events say about it.
    pub(crate) report: TaskReport,
    pub(crate) progress: Arc<LiveProgress>,
    /// Whether a task is settling it.
    pub(super) settling: bool,
    /// The errors of settling it.
    pub(super) faults: Faults,
    /// Its number in the queue.
    pub(super) number: f64,
}

/// How long an instance may take to show a run that it has perhaps received.
const UNCERTAIN: Duration = Duration::from_secs(5);

impl TrackedRun {
    /// A run that is about to be handed over in a connection.
    pub(super) fn offered(hold: Hold, client_id: Option<String>, connection: u64) -> Self {
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

    /// A run that the instance may have, although it did not say so in this connection.
    pub(super) fn recovered(hold: Hold, client_id: Option<String>, running: bool) -> Self {
        let mut run = Self::offered(hold, client_id, 0);
        run.accepted = true;
        run.running = running;
        run.unknown_since = (!running).then(Instant::now);
        run.report.interrupt();
        run
    }

    /// Notes that the instance has accepted it, perhaps under another id.
    pub(super) fn accept(&mut self, accepted: &AcceptedPrompt) {
        self.accepted = true;
        self.number = accepted.number;
        if self.hold.prompt_id != accepted.prompt_id {
            self.hold.prompt_id.clone_from(&accepted.prompt_id);
            self.report.interrupt();
        }
    }

    /// Notes that the instance may have accepted it.
    pub(super) fn doubt(&mut self) {
        self.accepted = true;
        self.connection = 0;
        self.unknown_since = Some(Instant::now());
    }

    /// Notes that it has started.
    pub(super) fn start(&mut self) {
        self.running = true;
        self.started = Some(Instant::now());
    }

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
