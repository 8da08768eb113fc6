//! When the next snapshot of a queue is due. Soon if something has happened that the events do not explain, but never
//! so often that it costs the engine more than a hundredth of its time. Two limits stand above that cost: while the
//! instance has runs of ours, and while somebody watches, a snapshot has a largest age. Events that explain everything
//! may be missing or wrong, and a count may be right by accident.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::engines::instance::{Instance, QueueKnowledge};
use comfy_client::EngineLimits;

/// The largest age of a snapshot while the engine has no tasks.
const IDLE_INTERVAL: Duration = Duration::from_secs(10);
/// How much longer than an answer takes the time to the next one must be.
const MOST_SHARE: u32 = 100;

/// The time of the last snapshot, and of the next one.
#[derive(Debug)]
pub(super) struct Pace {
    limits: EngineLimits,
    /// When the last snapshot was asked for, and when it came.
    asked: Instant,
    answered: Instant,
    wanted: Option<Instant>,
}

impl Pace {
    pub(super) fn new(limits: &EngineLimits) -> Self {
        let now = Instant::now();
        Self {
            limits: *limits,
            asked: now,
            answered: now,
            wanted: None,
        }
    }

    /// Notes that a snapshot is being asked for.
    pub(super) fn asked(&mut self) {
        self.asked_at(Instant::now());
    }

    /// Notes that it has come.
    pub(super) fn answered(&mut self) {
        self.answered_at(Instant::now());
    }

    /// Wants a snapshot after this time.
    pub(super) fn hurry(&mut self, after: Duration) {
        self.want_at(Instant::now() + after);
    }

    pub(super) fn asked_at(&mut self, now: Instant) {
        self.asked = now;
        self.wanted = None;
    }

    pub(super) fn answered_at(&mut self, now: Instant) {
        self.answered = now;
    }

    pub(super) fn want_at(&mut self, time: Instant) {
        self.wanted = Some(self.wanted.map_or(time, |known| known.min(time)));
    }

    /// When the next snapshot is due; never if none is needed.
    pub(super) fn next(&self, queue: QueueKnowledge) -> Option<Instant> {
        let took = self.answered.saturating_duration_since(self.asked);
        let cheap = (!queue.is_explained).then(|| self.cheap(queue, took));
        let ours = queue
            .has_runs
            .then(|| self.asked + self.limits.run_interval);
        // The answer shows the queue as it was when it was asked for, until the next one has come.
        let age = self.limits.watched_age.saturating_sub(took);
        let watched = queue.is_watched.then(|| self.asked + age);
        let next = [cheap, ours, watched].into_iter().flatten().min()?;
        Some(next.max(self.asked + self.limits.shortest_interval))
    }

    /// When a snapshot that something calls for costs the engine little.
    fn cheap(&self, queue: QueueKnowledge, took: Duration) -> Instant {
        let interval = match queue.is_busy {
            true => self.limits.busy_interval,
            false => IDLE_INTERVAL,
        };
        let regular = self.answered + interval;
        let next = self.wanted.map_or(regular, |wanted| wanted.min(regular));
        let shortest = self.limits.shortest_interval;
        // The end of a run is worth a question.
        let pause = match queue.has_unexplained_end {
            true => shortest,
            false => shortest.max(took * MOST_SHARE),
        };
        next.max(self.answered + pause)
    }

    /// Waits until the next snapshot is due.
    pub(super) async fn due(&self, instance: &Instance) {
        match self.next(instance.queue_knowledge()) {
            Some(next) => sleep_until(next).await,
            None => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests;
