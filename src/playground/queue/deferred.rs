//! The queue's functions in the deferred chunk.

use super::board::Board;
use super::board::own_tasks::APPLY_OWN_TASKS;
use super::waiting::{WAITING_RUNS, waiting_runs};
use super::{controls, own_run, region};

/// Provides them.
pub(crate) fn fill() {
    controls::FILTERS.fill(controls::filters);
    own_run::OWN_RUN.fill(own_run::own_run);
    region::QUEUE_REGION.fill(region::queue_region);
    WAITING_RUNS.fill(waiting_runs);
    APPLY_OWN_TASKS.fill(Board::apply_own_tasks);
}
