//! Passes the positions of the user's own tasks on to their runs. In the deferred chunk.

use std::collections::HashMap;

use super::Board;
use crate::deferred::Deferred;
use crate::queue::instance::Instance;
use crate::queue::snapshot::OwnTask;
use crate::queue::state::BoardState;
use crate::queue::waiting_snapshot::OwnWaiting;
use crate::runs::QueuePosition;
use crate::time::now;

/// [`Board::apply_own_tasks`], which is deferred.
pub(in crate::queue) static APPLY_OWN_TASKS: Deferred<fn(Board, &[OwnTask])> = Deferred::new();

impl Board {
    /// Applies the own tasks of a snapshot, and its own waiting runs, to the runs.
    pub(in crate::queue) fn apply_own_tasks(self, own_tasks: &[OwnTask]) {
        let mut positions = self.waiting_positions();
        positions.extend(self.positions(own_tasks));
        self.runs.apply_snapshot(&positions);
    }

    /// The positions of the user's own runs that wait for an instance.
    fn waiting_positions(&self) -> HashMap<String, QueuePosition> {
        let position = |own: &OwnWaiting| QueuePosition {
            address: None,
            number: own.position,
            starts_in: own.starts_in.map(|seconds| f64::from(seconds) * 1000.0),
        };
        self.read(|state| {
            let own = state.waiting.own.iter();
            own.map(|own| (own.id.clone(), position(own))).collect()
        })
    }

    /// The positions of the user's own runs at instances.
    fn positions(&self, own_tasks: &[OwnTask]) -> HashMap<String, QueuePosition> {
        let position = |state: &BoardState, own: &OwnTask| -> Option<(String, QueuePosition)> {
            let instance: &Instance = state.instance(state.key_at(own.instance)?)?;
            let number = instance.queue_position(own.task);
            let starts_in = || self.time_until_start(instance, number, now());
            let position = QueuePosition {
                address: Some(instance.address.clone()),
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
