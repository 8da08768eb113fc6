//! Follows runs by the queue, and by what the deployment tells of each, where it does.

use leptos::task::spawn_local;

use super::capabilities::{Offers, UNTOLD};
use super::record::RunRow;
use super::run_state::{Place, RunState};
use super::store::Runs;
use crate::api::RunDetail;
use crate::client::ErrorKind;
use crate::client::web::Client;
use crate::playground::connection::ConnectionStatus;
use crate::playground::messages as say;
use crate::playground::reason;

/// The milliseconds between two rounds.
const PACE: u32 = 1000;

/// Reads the detail of every run of which the queue does not tell, and of the chosen one; gives the
/// milliseconds until the next round.
pub(super) async fn round(runs: Runs) -> Option<u32> {
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
        if !runs.wants_detail(row) {
            continue;
        }
        read(runs, &client, row).await;
        if runs.connection.epoch.try_get_untracked() != Some(epoch) {
            return None;
        }
        more |= runs.wants_detail(row);
    }
    more.then_some(PACE)
}

/// Cancels a run: its upload here, or the run itself at the deployment.
pub(super) fn cancel(runs: Runs, row: RunRow) {
    row.abort();
    let client = runs.connection.client.get_untracked();
    let (Some(client), Some(run_id)) = (client, row.run_id()) else {
        return;
    };
    row.live.update(|live| live.cancelling = true);
    spawn_local(async move {
        let answer = client.cancel(&run_id).await;
        row.live.update(|live| live.cancelling = false);
        match answer {
            Ok(()) => read(runs, &client, row).await,
            Err(error) => {
                let message = match error.kind {
                    ErrorKind::NotFound => say::RUN_CANCEL_UNSUPPORTED.now().to_owned(),
                    _ => say::RUN_CANCEL_FAILED.with(&[&reason::of_error(&error)]),
                };
                if error.kind == ErrorKind::NotFound && !runs.offers().surely_tells() {
                    runs.cancels.set(false);
                }
                let state = row.record.with_untracked(|record| record.state);
                runs.move_to(row, state, Some(message));
            }
        }
    });
}

/// Takes from a picture of the queues where a run is, if it is in one.
pub(super) fn saw(runs: Runs, row: RunRow, place: Option<&Place>) {
    let told = runs.offers().tells();
    let (missed, untold) = row
        .quiet
        .try_update_value(|quiet| {
            quiet.missed = if place.is_some() { 0 } else { quiet.missed + 1 };
            (quiet.missed, quiet.untold)
        })
        .unwrap_or_default();
    let before = row.record.with_untracked(|record| record.state);
    let after = before.after_queue(place, missed, told && untold < UNTOLD);
    let was = row.live.with_untracked(|live| live.place.clone());
    let is_same = match (&was, place) {
        (Some(was), Some(place)) => was.is_same(place),
        (was, place) => was.is_none() && place.is_none(),
    };
    if !is_same {
        row.live.update(|live| live.place = place.cloned());
    }
    if after != before {
        let unknown = after == RunState::Unknown;
        runs.move_to(
            row,
            after,
            unknown.then(|| say::RUN_RESULT_UNKNOWN.now().to_owned()),
        );
    }
    if after != before || (was.is_some() && place.is_none()) {
        runs.kick();
    }
}

async fn read(runs: Runs, client: &Client, row: RunRow) {
    let Some(run_id) = row.run_id() else { return };
    match client.get_run(&run_id).await {
        Ok(detail) => {
            runs.inner.update_value(|inner| inner.offers.told());
            row.quiet.update_value(|quiet| quiet.untold = 0);
            runs.saw_detail(row, detail);
        }
        Err(error) if error.kind == ErrorKind::NotFound => {
            runs.inner.update_value(|inner| inner.offers.missed());
            row.quiet.update_value(|quiet| quiet.untold += 1);
        }
        // How the connection goes is the queue's to say.
        Err(_) => {}
    }
}

impl Runs {
    pub(super) fn offers(&self) -> Offers {
        self.inner.with_value(|inner| inner.offers)
    }

    fn wants_detail(&self, row: RunRow) -> bool {
        let (state, here) = row
            .record
            .with_untracked(|record| (record.state, record.run_id.is_some()));
        let (waits, told) = row.live.with_untracked(|live| {
            let place = live.place.as_ref();
            (place.is_some_and(|place| place.line > 0), live.told)
        });
        let chosen = self.choice.get_untracked() == Some(row.key)
            || self.mark.get_untracked() == Some(row.key);
        let open = !state.is_final() && !waits && state != RunState::Uploading;
        let asked = open || (chosen && !told);
        let untold = row.quiet.with_value(|quiet| quiet.untold);
        here && asked && untold < UNTOLD && self.offers().tells()
    }

    fn saw_detail(&self, row: RunRow, mut detail: RunDetail) {
        let progress = detail.progress.take();
        if row.progress.try_with_untracked(|own| *own != progress) == Some(true) {
            row.progress.set(progress);
        }
        let before = row.record.with_untracked(|record| record.state);
        let after = before.after_detail(detail.status);
        let message = match after {
            RunState::Failed => detail.error.clone(),
            _ => None,
        };
        if row.take_detail(detail) {
            self.keep(row);
        }
        if row.live.with_untracked(|live| !live.told) {
            row.live.update(|live| {
                live.told = true;
                live.renewing = false;
            });
        }
        if after != before || message.is_some() {
            self.move_to(row, after, message);
        }
    }
}
