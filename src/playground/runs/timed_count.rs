//! How many runs have completed in a known time: estimates depend on them.

use super::record::RunRecord;
use super::rows::Rows;
use super::run_row::RunRow;
use super::run_state::RunState;

/// From this number of completed runs on, the estimates change with every tenth.
const MANY: usize = 20;
const STEP: usize = 10;

/// How many of these runs have completed in a known time, in steps once there are many: a further one hardly changes an
/// estimate. Tracked.
pub(super) fn timed_count(rows: Rows) -> usize {
    let is_timed = |row: &&RunRow| row.has_become(|record| executed_time(record).is_some());
    let count = rows.with(|rows| rows.iter().filter(is_timed).count());
    match count < MANY {
        true => count,
        false => count / STEP * STEP,
    }
}

/// How long a completed run took, in milliseconds.
pub(super) fn executed_time(record: &RunRecord) -> Option<f64> {
    let [_, started, ended, _] = record.server_times;
    let is_completed = record.state == RunState::Completed;
    Some(ended.filter(|_| is_completed)? - started?)
}
