//! How the board asks: one look after the other, each at its time.

use std::collections::HashMap;

use super::{Board, bump};
use crate::client::web::Client;
use crate::client::{Error, ErrorKind};
use crate::playground::connection::Link;
use crate::playground::queue::row::Row;
use crate::playground::queue::snapshot::{Changes, Found};
use crate::playground::queue::state::State;
use crate::playground::queue::view_options::INTERVALS;
use crate::playground::queue::worker;
use crate::playground::runs::{Place, SAW_QUEUE};
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

impl Board {
    pub(super) async fn round(self) -> Option<u32> {
        let client = self.connection.client.get_untracked()?;
        let asks = self.connection.link.with_untracked(Link::asks);
        if !asks || self.paused.get_untracked() {
            return None;
        }
        let epoch = self.connection.epoch.get_untracked();
        let answer = self.look(&client).await;
        if self.connection.epoch.try_get_untracked() != Some(epoch) {
            // The worker may have seen another deployment's queue by now.
            worker::forget();
            return None;
        }
        self.connection.heard(answer.as_ref());
        match answer {
            Ok(changes) => {
                self.change(|state| state.count.failures = 0);
                self.take(changes);
                self.ask_health(&client, epoch).await;
                Some(self.pace())
            }
            Err(error) => {
                let failures = self.change(|state| {
                    state.count.failures += 1;
                    state.count.failures
                });
                let pause = pause(failures, js_sys::Math::random());
                let asked = error.retry_after.unwrap_or_default().saturating_mul(1000);
                Some(pause.max(asked))
            }
        }
    }

    fn pace(&self) -> u32 {
        let (chosen, calm) = self.tell(|state| (state.wish.interval, state.count.calm));
        match INTERVALS.get(chosen) {
            Some(ms) if *ms > 0 => *ms,
            _ if calm > CALM => CALM_PACE,
            _ => PACE,
        }
    }

    async fn look(&self, client: &Client) -> Result<Changes, Error> {
        let body = client.queue().await?;
        let mine = self.runs.active_ids().join("\t");
        let changes = worker::changes(body, &mine).await;
        changes.map_err(|why| client.unread_queue(&why))
    }

    fn take(&self, changes: Changes) {
        let found = changes.found.clone();
        let stopped = self.runs.stopped_ids();
        let (changed, sampled) = self.change(|state| {
            let taken = state.take(changes, &stopped, now());
            let calm = state.count.calm.saturating_add(1);
            state.count.calm = if taken.0 { 0 } else { calm };
            taken
        });
        self.seen.set(Some(now()));
        if changed {
            self.search(false);
            self.arrange();
        }
        if sampled {
            bump(self.sampled);
        }
        let runs = self.runs;
        if !runs.rows.with_untracked(Vec::is_empty) {
            let places = self.places(&found);
            SAW_QUEUE.call(move |saw| saw(runs, &places));
        }
    }

    /// Where the runs of ours are.
    fn places(&self, found: &[Found]) -> HashMap<String, Place> {
        let place = |state: &State, found: &Found| -> Option<(String, Place)> {
            let row: &Row = state.row(state.at(found.instance)?)?;
            let place = Place {
                instance: row.address.clone(),
                line: row.line(found.task),
            };
            Some((found.id.clone(), place))
        };
        self.tell(|state| {
            let places = found.iter().filter_map(|found| place(state, found));
            places.collect()
        })
    }

    async fn ask_health(&self, client: &Client, epoch: u32) {
        let due = self.change(|state| {
            let due = state.count.asked.is_multiple_of(HEALTH_EVERY);
            state.count.asked = state.count.asked.wrapping_add(1);
            due && !state.count.no_health
        });
        if !due {
            return;
        }
        match client.health().await {
            Ok(told)
                if self.connection.epoch.try_get_untracked() == Some(epoch)
                    && self.change(|state| state.take_health(&told, now())) =>
            {
                self.arrange();
            }
            Err(error) if error.kind == ErrorKind::NotFound => {
                self.change(|state| state.count.no_health = true);
            }
            _ => {}
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
