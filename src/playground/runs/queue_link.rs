//! What the queue and the runs have to say to each other.

use std::collections::HashMap;

use super::detail_polling;
use super::record::RunRow;
use super::run_state::{Place, RunState};
use super::store::Runs;
use crate::playground::deferred::Deferred;

/// [`Runs::saw_queue`], which is deferred.
pub(crate) static SAW_QUEUE: Deferred<fn(Runs, &HashMap<String, Place>)> = Deferred::new();
/// [`Runs::cancel`], which is deferred.
pub(crate) static CANCEL: Deferred<fn(Runs, &str)> = Deferred::new();

impl Runs {
    /// The ids of the runs that may be in a queue, for a caller that does not follow them.
    pub(crate) fn active_ids(&self) -> Vec<String> {
        let id = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let open = !record.state.is_final();
                record.run_id.clone().filter(|_| open)
            })
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(id).collect())
    }

    /// The ids of the runs that were cancelled, or are about to be.
    pub(crate) fn cancelled_ids(&self) -> Vec<String> {
        let id = |row: &RunRow| {
            let stops = row.live.with_untracked(|live| live.cancelling);
            row.record.with_untracked(|record| {
                let stopped = stops || record.state == RunState::Cancelled;
                record.run_id.clone().filter(|_| stopped)
            })
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(id).collect())
    }

    /// Takes a new picture of the queues: where each of ours is that is in one.
    pub(crate) fn saw_queue(self, places: &HashMap<String, Place>) {
        for row in self.rows.get_untracked() {
            if let Some(run_id) = row.run_id() {
                detail_polling::saw(self, row, places.get(&run_id));
            }
        }
    }

    /// Cancels the run of this id, if it is one of ours.
    pub(crate) fn cancel(self, run_id: &str) {
        let rows = self.rows.get_untracked();
        let row = rows
            .into_iter()
            .find(|row| row.run_id().as_deref() == Some(run_id));
        if let Some(row) = row {
            detail_polling::cancel(self, row);
        }
    }
}
