//! Polls the details of runs whose state neither the queue nor events show, if the deployment reports details.

use super::capabilities::{Capabilities, MAX_MISSED_DETAILS};
use super::progress;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::store::Runs;
use crate::connection::ConnectionStatus;
use crate::time::now;
use api::{RunDetail, RunProgress};
use client::ErrorKind;
use client_web::Client;

/// The polling interval in milliseconds.
const INTERVAL: u32 = 1000;
/// The time without an event after which the detail of a run in progress is read nevertheless, in milliseconds:
/// something on the way may hold back events.
const MAX_SILENCE: f64 = 5000.0;

/// When the detail of a run is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Now,
    /// When no event reports the run for a while.
    Later,
    Never,
}

/// Reads the detail of every run that needs it. Returns the milliseconds until the next poll, or `None` to
/// pause polling.
pub(super) async fn poll_details(runs: Runs) -> Option<u32> {
    let client = runs.connection.client.get_untracked()?;
    if runs
        .connection
        .status
        .with_untracked(|status| *status != ConnectionStatus::Live)
    {
        return None;
    }
    let epoch = runs.connection.epoch.get_untracked();
    let mut more = false;
    for row in runs.rows.get_untracked() {
        if runs.need(row) == Need::Now {
            read_detail(runs, &client, row).await;
            if runs.connection.epoch.try_get_untracked() != Some(epoch) {
                return None;
            }
        }
        more |= runs.need(row) != Need::Never;
    }
    more.then_some(INTERVAL)
}

/// Reads and applies the detail of a run.
pub(super) async fn read_detail(runs: Runs, client: &Client, row: RunRow) {
    let Some(run_id) = row.run_id() else { return };
    let round = runs.following.round();
    match client.get_run(&run_id).await {
        Ok(detail) => {
            runs.learn(Capabilities::detail_found);
            row.bookkeeping.update_value(|bookkeeping| {
                bookkeeping.missed_details = 0;
                bookkeeping.round = round.unwrap_or(bookkeeping.round);
                bookkeeping.heard_at = now();
            });
            runs.apply_detail(row, detail);
        }
        Err(error) if error.kind == ErrorKind::NotFound => {
            let is_not_known = error.is_about_the_id();
            if !is_not_known {
                runs.learn(Capabilities::detail_missing);
            }
            row.bookkeeping.update_value(|bookkeeping| {
                bookkeeping.missed_details += 1;
                bookkeeping.is_not_known = is_not_known;
            });
        }
        // Polling the queue reports the state of the connection.
        Err(_) => {}
    }
}

impl Runs {
    /// When the detail of a run must be read: it is open and not pending in a queue, or it is shown
    /// and its links to outputs may have expired. A run that its detail knows as running is not pending, also
    /// when the latest snapshot, which may be older, has it in a queue.
    fn need(&self, row: RunRow) -> Need {
        let (state, has_id) = row
            .record
            .with_untracked(|record| (record.state, record.run_id.is_some()));
        if !has_id {
            return Need::Never;
        }
        let (is_queued, is_fresh) = row.live.with_untracked(|live| {
            let position = live.queue_position.as_ref();
            let is_queued = position.is_some_and(|position| position.number > 0);
            (
                is_queued && state == RunState::Pending,
                live.has_fresh_detail,
            )
        });
        let is_open = !state.is_final() && !is_queued;
        let is_needed = is_open || (!is_fresh && self.stage.shows(row));
        let missed = row
            .bookkeeping
            .with_value(|bookkeeping| bookkeeping.missed_details);
        let may_have_it =
            missed < MAX_MISSED_DETAILS && self.capabilities.get_untracked().may_have_details();
        match is_needed && may_have_it {
            false => Need::Never,
            true if state.is_active() && self.is_reported(row) => Need::Later,
            true => Need::Now,
        }
    }

    /// Whether events report a run: its detail was read since none was missed, and something was heard of it lately.
    fn is_reported(&self, row: RunRow) -> bool {
        let round = self.following.round();
        row.bookkeeping.with_value(|bookkeeping| {
            let is_silent = now() - bookkeeping.heard_at > MAX_SILENCE;
            round == Some(bookkeeping.round) && !is_silent
        })
    }

    pub(super) fn apply_progress(&self, row: RunRow, reported: Option<RunProgress>) {
        let after = |own: &Option<RunProgress>| progress::after_report(own.as_ref(), reported);
        if let Some(progress) = row.progress.try_with_untracked(after)
            && row.progress.try_with_untracked(|own| *own != progress) == Some(true)
        {
            row.progress.set(progress);
        }
    }

    fn apply_detail(&self, row: RunRow, mut detail: RunDetail) {
        self.apply_progress(row, detail.progress.take());
        let before = row.record.with_untracked(|record| record.state);
        let after = before.after_detail(detail.status);
        let message = match after {
            RunState::Failed => detail.error.clone(),
            _ => None,
        };
        row.set_attempts(detail.attempts.unwrap_or_default());
        row.set_preview(detail.preview.take());
        if row.set_detail(detail) {
            // With expired links it may have failed.
            row.bookkeeping
                .update_value(|kept| kept.thumbnail_is_requested = false);
            self.save(row);
        }
        if row.live.with_untracked(|live| !live.has_fresh_detail) {
            row.live.update(|live| {
                live.has_fresh_detail = true;
                live.is_renewing_links = false;
            });
        }
        if after != before || message.is_some() {
            self.set_state(row, after, message);
        }
    }
}
