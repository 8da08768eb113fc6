//! The picture of the queues: polled every second while somebody looks, slower while nothing
//! changes, with growing pauses while there is no good answer.

use leptos::prelude::*;

use crate::api::{Health, Queue, QueueEntry};
use crate::client::ErrorKind;
use crate::client::web::Client;
use crate::playground::connection::{Connection, Link};
use crate::playground::poll::Poll;
use crate::playground::root::Root;
use crate::playground::runs::{Place, Runs};
use crate::playground::time::now;

/// The pace while something changes, in milliseconds.
const PACE: u32 = 1000;
/// Pictures in a row without a change after which the pace slows down.
const CALM: u32 = 15;
/// The pace while nothing changes.
const CALM_PACE: u32 = 3000;
/// The longest pause while there is no good answer.
const LONGEST_PAUSE: u32 = 15_000;
/// Health is asked with every so many pictures.
const HEALTH_EVERY: u32 = 5;

/// One engine instance.
#[derive(Clone, Copy)]
pub(crate) struct InstanceRow {
    /// Its address.
    pub(crate) address: StoredValue<String>,
    /// Its queue.
    pub(crate) queue: RwSignal<Queue>,
    /// Whether the deployment says that it is stopped.
    pub(crate) stopped: RwSignal<bool>,
}

/// The picture.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// The instances, in the deployment's order.
    pub(crate) rows: RwSignal<Vec<InstanceRow>>,
    /// When it was seen.
    pub(crate) seen: RwSignal<Option<f64>>,
    connection: Connection,
    runs: Runs,
    root: StoredValue<Root>,
    calm: StoredValue<u32>,
    failures: StoredValue<u32>,
    asked: StoredValue<u32>,
    no_health: StoredValue<bool>,
}

impl Board {
    /// An empty picture that follows the connection.
    pub(crate) fn start(connection: Connection, runs: Runs) -> Self {
        let board = Self {
            rows: RwSignal::new(Vec::new()),
            seen: RwSignal::new(None),
            connection,
            runs,
            root: Root::take(),
            calm: StoredValue::new(0),
            failures: StoredValue::new(0),
            asked: StoredValue::new(0),
            no_health: StoredValue::new(false),
        };
        let poll = Poll::new(move || board.round());
        Effect::new(move |_| {
            connection.epoch.track();
            board.clear();
            poll.kick();
        });
        // A run of ours is about to move: look at once.
        Effect::new(move |_| {
            runs.rows
                .with(|rows| rows.iter().for_each(|row| row.record.track()));
            board.calm.set_value(0);
            poll.kick();
        });
        board
    }

    /// All that runs and all that waits.
    pub(crate) fn totals(&self) -> (usize, usize) {
        self.rows.with(|rows| {
            let counts = rows.iter().map(|row| {
                row.queue
                    .with(|queue| (queue.running.len(), queue.pending.len()))
            });
            counts.fold((0, 0), |(running, pending), (more, others)| {
                (running + more, pending + others)
            })
        })
    }

    /// Whether it is older than it should be.
    pub(crate) fn is_stale(&self) -> bool {
        self.connection.link.with(|link| *link != Link::Live) && self.seen.get().is_some()
    }

    fn clear(&self) {
        self.rows.set(Vec::new());
        self.seen.set(None);
        self.calm.set_value(0);
        self.failures.set_value(0);
        self.asked.set_value(0);
        self.no_health.set_value(false);
    }

    async fn round(self) -> Option<u32> {
        let client = self.connection.client.get_untracked()?;
        if !self.connection.link.with_untracked(Link::asks) {
            return None;
        }
        let epoch = self.connection.epoch.get_untracked();
        let answer = client.queue().await;
        if self.connection.epoch.try_get_untracked() != Some(epoch) {
            return None;
        }
        self.connection.heard(answer.as_ref());
        match answer {
            Ok(entries) => {
                self.failures.set_value(0);
                self.show(&entries);
                self.ask_health(&client, epoch).await;
                Some(if self.calm.get_value() > CALM {
                    CALM_PACE
                } else {
                    PACE
                })
            }
            Err(error) => {
                self.failures.update_value(|failures| *failures += 1);
                let pause = pause(self.failures.get_value(), js_sys::Math::random());
                Some(
                    error
                        .retry_after
                        .map_or(pause, |seconds| pause.max(seconds.saturating_mul(1000))),
                )
            }
        }
    }

    fn show(&self, entries: &[QueueEntry]) {
        let before = self.rows.get_untracked();
        let mut changed = before.len() != entries.len();
        let mut rows = Vec::with_capacity(entries.len());
        for entry in entries {
            let known = before.iter().find(|row| {
                row.address
                    .with_value(|address| *address == entry.comfy_uri)
            });
            let row = known.copied().unwrap_or_else(|| {
                changed = true;
                self.root
                    .with_value(|root| root.make(|| InstanceRow::new(entry)))
            });
            if row.queue.with_untracked(|queue| *queue != entry.queue) {
                changed = true;
                row.queue.set(entry.queue.clone());
            }
            rows.push(row);
        }
        self.seen.set(Some(now()));
        self.calm
            .update_value(|calm| *calm = if changed { 0 } else { calm.saturating_add(1) });
        if changed {
            self.rows.set(rows);
        }
        let places = self.runs.active_ids().into_iter().filter_map(|id| {
            let place = Place::find(&id, entries)?;
            Some((id, place))
        });
        self.runs.saw_queue(&places.collect());
    }

    async fn ask_health(&self, client: &Client, epoch: u32) {
        let asked = self.asked.get_value();
        self.asked.set_value(asked.wrapping_add(1));
        if self.no_health.get_value() || !asked.is_multiple_of(HEALTH_EVERY) {
            return;
        }
        match client.health().await {
            Ok(health) if self.connection.epoch.try_get_untracked() == Some(epoch) => {
                self.show_health(&health)
            }
            Err(error) if error.kind == ErrorKind::NotFound => self.no_health.set_value(true),
            _ => {}
        }
    }

    fn show_health(&self, health: &[Health]) {
        for row in self.rows.get_untracked() {
            let address = row.address.get_value();
            let told = health.iter().find(|health| health.url == address);
            let stopped = told.is_some_and(|health| health.status == "stopped");
            if row.stopped.get_untracked() != stopped {
                row.stopped.set(stopped);
            }
        }
    }
}

impl InstanceRow {
    fn new(entry: &QueueEntry) -> Self {
        Self {
            address: StoredValue::new(entry.comfy_uri.clone()),
            queue: RwSignal::new(entry.queue.clone()),
            stopped: RwSignal::new(false),
        }
    }
}

/// The pause after so many failures: doubled each time, and of uneven length, so that many pages do
/// not come back at once. `chance` is between 0 and 1.
fn pause(failures: u32, chance: f64) -> u32 {
    let longest = PACE
        .saturating_mul(1 << failures.saturating_sub(1).min(8))
        .min(LONGEST_PAUSE);
    (f64::from(longest) * (0.75 + chance / 4.0)) as u32
}

#[cfg(test)]
mod tests;
