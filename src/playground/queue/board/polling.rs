//! Polls the queues at the chosen interval. By default that is every second, slower while nothing
//! changes, with growing pauses after failures.

use super::own_tasks::APPLY_OWN_TASKS;
use super::{Board, increment};
use crate::connection::ConnectionStatus;
use crate::queue::delta::SnapshotDelta;
use crate::queue::view_options::INTERVALS;
use crate::queue::worker;
use crate::time::now;
use client::{Error, ErrorKind};
use client_web::Client;
use ui::after_click;

/// The interval while something changes, in milliseconds.
const INTERVAL: u32 = 1000;
/// The consecutive snapshots without a change after which the interval grows.
const MAX_UNCHANGED: u32 = 15;
/// The interval while nothing changes.
const SLOW_INTERVAL: u32 = 3000;
/// The longest pause after failures.
const MAX_PAUSE: u32 = 15_000;
/// Health is read with every fifth snapshot, beginning with the second: the first form does not wait for it.
const HEALTH_EVERY: u32 = 5;

impl Board {
    /// Reads the queues once. Returns the milliseconds until the next poll, or `None` to pause polling.
    pub(super) async fn poll(self) -> Option<u32> {
        let client = self.connection.client.get_untracked()?;
        let is_connected = self
            .connection
            .status
            .with_untracked(ConnectionStatus::can_request);
        if !is_connected || self.paused.get_untracked() {
            return None;
        }
        let epoch = self.connection.epoch.get_untracked();
        let answer = self.fetch(&client).await;
        if self.connection.epoch.try_get_untracked() != Some(epoch) {
            // The worker's snapshot may now be another deployment's.
            worker::reset();
            return None;
        }
        self.connection.update_status(answer.as_ref());
        match answer {
            Ok(delta) => {
                self.update(|state| state.polling.failures = 0);
                after_click(move || self.apply_now(epoch, delta));
                self.poll_health(&client, epoch).await;
                Some(self.interval())
            }
            Err(error) => Some(self.pause_after(&error)),
        }
    }

    async fn fetch(&self, client: &Client) -> Result<SnapshotDelta, Error> {
        let body = client.queue().await?;
        let own_ids = self.runs.active_ids().join("\t");
        let delta = worker::read_delta(body, &own_ids).await;
        delta.map_err(|why| client.unread_queue(&why))
    }

    fn interval(&self) -> u32 {
        let (chosen, unchanged) =
            self.read(|state| (state.options.interval, state.polling.unchanged));
        match INTERVALS.get(chosen) {
            Some(ms) if *ms > 0 => *ms,
            _ if unchanged > MAX_UNCHANGED => SLOW_INTERVAL,
            _ => INTERVAL,
        }
    }

    fn pause_after(&self, error: &Error) -> u32 {
        let failures = self.update(|state| {
            state.polling.failures += 1;
            state.polling.failures
        });
        let pause = backoff(failures, js_sys::Math::random());
        let requested = error.retry_after.unwrap_or_default().saturating_mul(1000);
        pause.max(requested)
    }

    /// Applies a snapshot, which moves tasks and their buttons.
    fn apply_now(self, epoch: u32, delta: SnapshotDelta) {
        if self.connection.epoch.try_get_untracked() == Some(epoch) {
            self.apply(delta);
        }
    }

    fn apply(&self, delta: SnapshotDelta) {
        let own_tasks = delta.own_tasks.clone();
        let cancelled = self.runs.cancelled_ids();
        let (changed, sampled) = self.update(|state| {
            let (changed, sampled) = state.apply(delta, &cancelled, now());
            let unchanged = state.polling.unchanged.saturating_add(1);
            state.polling.unchanged = if changed { 0 } else { unchanged };
            (changed, sampled)
        });
        self.snapshot_at.set(Some(now()));
        if changed {
            self.search(false);
            self.arrange();
        }
        if sampled {
            increment(self.sampled);
        }
        if !self.runs.rows.with_untracked(Vec::is_empty) {
            let board = *self;
            APPLY_OWN_TASKS.call(move |apply| apply(board, &own_tasks));
        }
    }

    async fn poll_health(&self, client: &Client, epoch: u32) {
        let due = self.update(|state| {
            let due = state.polling.snapshots % HEALTH_EVERY == 1;
            state.polling.snapshots = state.polling.snapshots.wrapping_add(1);
            due && !state.polling.no_health
        });
        if !due {
            return;
        }
        match client.health().await {
            Ok(reported)
                if self.connection.epoch.try_get_untracked() == Some(epoch)
                    && self.update(|state| state.apply_health(&reported, now())) =>
            {
                self.arrange();
            }
            Err(error) if error.kind == ErrorKind::NotFound => {
                self.update(|state| state.polling.no_health = true);
            }
            _ => {}
        }
    }
}

/// The pause after this many failures: doubled each time and shortened at random, so that many pages
/// do not retry at once. `random` is between 0 and 1.
fn backoff(failures: u32, random: f64) -> u32 {
    let longest = INTERVAL
        .saturating_mul(1 << failures.saturating_sub(1).min(8))
        .min(MAX_PAUSE);
    (f64::from(longest) * (0.75 + random / 4.0)) as u32
}

#[cfg(test)]
mod tests;
