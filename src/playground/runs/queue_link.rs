//! Connects the runs with the queue: provides the ids to look for, and applies queue snapshots to runs.

use std::collections::HashMap;

use super::record::RunRecord;
use super::run_row::RunRow;
use super::run_state::{QueuePosition, RunState};
use super::store::Runs;
use super::timed_count::executed_time;
use crate::language::Message;
use crate::messages as say;

/// The positions of runs by their ids.
type Positions = HashMap<String, QueuePosition>;

/// A run that completed, and how long its engine took.
pub(crate) struct CompletedRun {
    /// Its id.
    pub(crate) id: String,
    /// Its workflow's id.
    pub(crate) workflow_id: String,
    /// When the page noticed its end.
    pub(crate) ended_at: f64,
    /// How long it took, in milliseconds.
    pub(crate) duration: f64,
}

impl CompletedRun {
    fn of(record: &RunRecord) -> Option<Self> {
        Some(Self {
            duration: executed_time(record)?,
            id: record.run_id.clone()?,
            workflow_id: record.workflow_id.clone(),
            ended_at: record.changed,
        })
    }
}

impl Runs {
    /// The completed runs whose duration is known, newest first; tracks the list and every other run.
    pub(crate) fn completed(&self) -> Vec<CompletedRun> {
        let run = |row: &RunRow| {
            let known = row.record.with_untracked(CompletedRun::of);
            known.or_else(|| row.record.with(CompletedRun::of))
        };
        self.rows.with(|rows| rows.iter().filter_map(run).collect())
    }

    /// The ids of the runs that may be in a queue, not tracked.
    pub(crate) fn active_ids(&self) -> Vec<String> {
        let id = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let is_open = !record.state.is_final();
                record.run_id.clone().filter(|_| is_open)
            })
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(id).collect())
    }

    /// The ids of the runs that were cancelled or are being cancelled.
    pub(crate) fn cancelled_ids(&self) -> Vec<String> {
        let id = |row: &RunRow| {
            let is_cancelling = row.live.with_untracked(|live| live.is_cancelling);
            row.record.with_untracked(|record| {
                let is_cancelled = is_cancelling || record.state == RunState::Cancelled;
                record.run_id.clone().filter(|_| is_cancelled)
            })
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(id).collect())
    }

    /// Applies a queue snapshot: the positions of the runs that are in it.
    pub(crate) fn apply_snapshot(self, positions: &Positions) {
        for row in self.rows.get_untracked() {
            if let Some(run_id) = row.run_id() {
                self.apply_position(row, positions.get(&run_id));
            }
        }
    }

    /// Applies the position of one run; `None` if it is in no queue.
    fn apply_position(self, row: RunRow, position: Option<&QueuePosition>) {
        let previous = row.live.with_untracked(|live| live.queue_position.clone());
        let is_same = match (&previous, position) {
            (Some(previous), Some(position)) => previous.is_same(position),
            (previous, position) => previous.is_none() && position.is_none(),
        };
        if !is_same {
            row.live
                .update(|live| live.queue_position = position.cloned());
        }
        let is_unknown = row.record.with_untracked(|record| record.state) == RunState::Unknown;
        if is_unknown && position.is_some() {
            // It was given up too early.
            row.forget();
        }
        let was_read = row.is_read_now();
        let place = position.map(QueuePosition::place);
        self.follow(row, |run| run.place(place));
        if row.is_read_now() && !was_read {
            self.poll_now();
        }
    }
}

/// Why the state of a run is unknown.
pub(super) fn why_unknown(row: RunRow) -> Message {
    let is_not_known = row
        .bookkeeping
        .with_value(|bookkeeping| bookkeeping.is_not_known);
    match is_not_known {
        true => say::RUN_NOT_KNOWN,
        false => say::RUN_RESULT_UNKNOWN,
    }
}
