//! Reads the details of runs, if the deployment reports them: when what follows a run asks for it, and when the links
//! of a shown run may have expired.

use super::capabilities::{Capabilities, MAX_MISSED_DETAILS};
use super::follow::INTERVAL;
use super::progress;
use super::run_row::{Look, RunRow};
use super::store::Runs;
use crate::connection::ConnectionStatus;
use crate::time::now;
use api::{RunDetail, RunProgress};
use client::ErrorKind;
use client_web::Client;

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
        if runs.needs_detail(row) {
            read_detail(runs, &client, row).await;
            if runs.connection.epoch.try_get_untracked() != Some(epoch) {
                return None;
            }
        }
        more |= row.is_looked_at() || runs.needs_links(row);
    }
    more.then_some(INTERVAL)
}

/// Reads and applies the detail of a run.
pub(super) async fn read_detail(runs: Runs, client: &Client, row: RunRow) {
    let Some(run_id) = row.run_id() else { return };
    row.look(Look::Never);
    match client.get_run(&run_id).await {
        Ok(detail) => {
            runs.learn(Capabilities::detail_found);
            row.bookkeeping
                .update_value(|bookkeeping| bookkeeping.missed_details = 0);
            runs.keep_detail(row, detail.clone());
            runs.follow(row, |run| run.detail(&detail));
        }
        Err(error) => {
            if error.kind == ErrorKind::NotFound {
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
            let mut can_go_on = true;
            runs.follow(row, |run| can_go_on = run.no_detail(&error));
            if !can_go_on {
                row.forget();
            }
        }
    }
}

impl Runs {
    /// Whether the detail of a run must be read now.
    fn needs_detail(self, row: RunRow) -> bool {
        if !row.record.with_untracked(|record| record.state.is_final()) {
            let is_due = row.is_due(now());
            self.follow(row, |run| {
                if is_due {
                    run.look_without_queue();
                }
            });
        }
        row.is_read_now() || self.needs_links(row)
    }

    /// Whether a run is shown whose links to outputs may have expired.
    fn needs_links(self, row: RunRow) -> bool {
        let missed = row
            .bookkeeping
            .with_value(|bookkeeping| bookkeeping.missed_details);
        let may_have_it =
            missed < MAX_MISSED_DETAILS && self.capabilities.get_untracked().may_have_details();
        let is_fresh = row.live.with_untracked(|live| live.has_fresh_detail);
        may_have_it && !is_fresh && row.run_id().is_some() && self.stage.shows(row)
    }

    pub(super) fn apply_progress(&self, row: RunRow, reported: Option<RunProgress>) {
        let after = |own: &Option<RunProgress>| progress::after_report(own.as_ref(), reported);
        if let Some(progress) = row.progress.try_with_untracked(after)
            && row.progress.try_with_untracked(|own| *own != progress) == Some(true)
        {
            row.progress.set(progress);
        }
    }

    /// Keeps what only a detail has: times, outputs and where the run was.
    fn keep_detail(self, row: RunRow, detail: RunDetail) {
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
    }
}
