//! Cancels runs.

use super::capabilities::Capabilities;
use super::detail_polling::read_detail;
use super::run_row::RunRow;
use super::store::Runs;
use crate::deferred::Deferred;
use crate::messages as say;
use crate::reason;
use client::{Error, ErrorKind};
use ui::spawn_local;

/// [`Runs::cancel`], which is deferred.
pub(crate) static CANCEL: Deferred<fn(Runs, &str)> = Deferred::new();

/// Cancels a run: aborts its upload, or asks the deployment to cancel it.
pub(super) fn cancel(runs: Runs, row: RunRow) {
    row.abort();
    let client = runs.connection.client.get_untracked();
    let (Some(client), Some(run_id)) = (client, row.run_id()) else {
        return;
    };
    row.live.update(|live| live.is_cancelling = true);
    spawn_local(async move {
        let answer = client.cancel(&run_id).await;
        row.live.update(|live| live.is_cancelling = false);
        match answer {
            Ok(()) => read_detail(runs, &client, row).await,
            Err(error) => runs.cancel_failed(row, &error),
        }
    });
}

impl Runs {
    /// Whether the deployment can cancel runs, as far as is known; tracked.
    pub(super) fn can_cancel(&self) -> bool {
        self.capabilities.with(Capabilities::may_cancel)
    }

    /// Cancels the run of this id, if it is the user's own.
    pub(super) fn cancel(self, run_id: &str) {
        if let Some(row) = self.rows.row_of(run_id) {
            cancel(self, row);
        }
    }

    fn cancel_failed(&self, row: RunRow, error: &Error) {
        let is_unsupported = error.kind == ErrorKind::NotFound;
        if is_unsupported {
            self.learn(Capabilities::cancel_missing);
        }
        let message = if is_unsupported {
            say::RUN_CANCEL_UNSUPPORTED.now().to_owned()
        } else {
            say::RUN_CANCEL_FAILED.with(&[&reason::of_error(error)])
        };
        let state = row.record.with_untracked(|record| record.state);
        self.set_state(row, state, Some(message));
    }
}
