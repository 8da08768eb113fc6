//! Passes the positions of the user's own tasks on to their runs. In the deferred chunk.

use std::collections::HashMap;

use super::Board;
use crate::playground::deferred::Deferred;
use crate::playground::queue::instance::Instance;
use crate::playground::queue::snapshot::OwnTask;
use crate::playground::queue::state::BoardState;
use crate::playground::runs::QueuePosition;
use crate::playground::time::now;

/// [`Board::apply_own_tasks`], which is deferred.
pub(in crate::playground::queue) static APPLY_OWN_TASKS: Deferred<fn(Board, &[OwnTask])> =
    Deferred::new();

impl Board {
    /// Applies the own tasks of a snapshot to the runs.
    pub(in crate::playground::queue) fn apply_own_tasks(self, own_tasks: &[OwnTask]) {
        self.runs.apply_snapshot(&self.positions(own_tasks));
    }

    /// The positions of the user's own runs.
    fn positions(&self, own_tasks: &[OwnTask]) -> HashMap<String, QueuePosition> {
        let position = |state: &BoardState, own: &OwnTask| -> Option<(String, QueuePosition)> {
            let instance: &Instance = state.instance(state.key_at(own.instance)?)?;
            let number = instance.queue_position(own.task);
            let starts_in = || self.time_until_start(instance, number, now());
            let position = QueuePosition {
                address: instance.address.clone(),
                number,
                starts_in: (number > 0).then(starts_in).flatten(),
            };
            Some((own.id.clone(), position))
        };
        self.read(|state| {
            let positions = own_tasks.iter().filter_map(|own| position(state, own));
            positions.collect()
        })
    }
}
