//! When the next snapshot of a queue is due: soon if something has happened that the events do not explain, never
//! if they explain everything, and never so often that it costs the engine more than a hundredth of its time.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::service::engine_client::EngineLimits;
use crate::service::instance::Instance;

/// The largest age of a snapshot while the engine has no tasks.
const IDLE_INTERVAL: Duration = Duration::from_secs(10);
/// How much longer than an answer takes the time to the next one must be.
const MOST_SHARE: u32 = 100;

/// The time of the last snapshot, and of the next one.
pub(super) struct Pace {
    shortest: Duration,
    busy: Duration,
    last: Instant,
    /// How long to wait at least after the last snapshot.
    pause: Duration,
    wanted: Option<Instant>,
}

impl Pace {
    pub(super) fn new(limits: &EngineLimits) -> Self {
        Self {
            shortest: limits.shortest_interval,
            busy: limits.busy_interval,
            last: Instant::now(),
            pause: Duration::ZERO,
            wanted: None,
        }
    }

    /// Notes a snapshot that took the engine so long.
    pub(super) fn refreshed(&mut self, took: Duration) {
        self.last = Instant::now();
        self.pause = self.shortest.max(took * MOST_SHARE);
        self.wanted = None;
    }

    /// Wants a snapshot after this time.
    pub(super) fn hurry(&mut self, after: Duration) {
        let wanted = Instant::now() + after;
        self.wanted = Some(self.wanted.map_or(wanted, |known| known.min(wanted)));
    }

    /// Waits until the next snapshot is due.
    pub(super) async fn due(&self, instance: &Instance) {
        if instance.knows_queue() {
            return std::future::pending().await;
        }
        let interval = match instance.is_busy() {
            true => self.busy,
            false => IDLE_INTERVAL,
        };
        let regular = self.last + interval;
        let next = self.wanted.map_or(regular, |wanted| wanted.min(regular));
        // The end of a run is worth a question.
        let pause = match instance.has_unexplained_end() {
            true => self.shortest,
            false => self.pause,
        };
        sleep_until(next.max(self.last + pause)).await;
    }
}
