//! How long runs have been running, and how long they will take.

use super::expected_time::{MAX_RUNS, Numbers, Timed, expected_time};
use super::record::RunRecord;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::store::Runs;
use crate::entered::EnteredKind;
use crate::language::{approximate, measured, span};
use crate::messages as say;
use crate::time::Clock;
use ui::expect_context;

/// How long the run has been running and what is left, or how long it ran; nothing while it waits.
pub(crate) fn run_time(row: RunRow) -> impl Fn() -> String + 'static {
    let (clock, runs): (Clock, Runs) = (expect_context(), expect_context());
    move || {
        if !row.is_active() {
            return row.run_time(0.0).map(measured).unwrap_or_default();
        }
        let now = runs.connection.known_until(clock);
        let time = row.run_time(now).map(span);
        let left = || runs.time_left(&[row], now).map(time_left_text);
        time.map(|time| time + &left().unwrap_or_default())
            .unwrap_or_default()
    }
}

/// The time left after other details.
pub(super) fn time_left_text(left: f64) -> String {
    say::RUN_TIME_LEFT.with(&[&approximate(left)])
}

impl Runs {
    /// The milliseconds until all of these have ended, if that is known and they are not overdue; tracked.
    pub(super) fn time_left(&self, rows: &[RunRow], now: f64) -> Option<f64> {
        let active = rows.iter().filter(|row| row.is_active());
        let (mut sum, mut running) = (0.0, 0.0);
        for row in active {
            let time = self.expected_time(*row)?;
            sum += (time - row.run_time(now).unwrap_or_default()).max(0.0);
            running += f64::from(u8::from(row.state() == RunState::Running));
        }
        // As many run at once as now.
        Some(sum / f64::max(running, 1.0)).filter(|left| *left >= 1000.0)
    }

    /// The milliseconds that the run takes in all, from earlier runs of its workflow; not tracked.
    fn expected_time(&self, row: RunRow) -> Option<f64> {
        let (workflow, numbers) = row
            .record
            .with_untracked(|record| (record.workflow_id.clone(), numbers(record)));
        let timed = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let is_same = record.workflow_id == workflow;
                timed(record).filter(|_| is_same)
            })
        };
        let earlier: Vec<Timed> = self
            .rows
            .with_untracked(|rows| rows.iter().filter_map(timed).take(MAX_RUNS).collect());
        expected_time(&numbers, &earlier)
    }

    /// The same of the user's own run at this engine instance that comes first there.
    pub(crate) fn expected_time_at(&self, address: &str) -> Option<f64> {
        let number = |row: &RunRow| {
            row.live.with_untracked(|live| {
                let position = live.queue_position.as_ref()?;
                (position.address.as_deref() == Some(address)).then_some(position.number)
            })
        };
        let rows = self.rows.get_untracked();
        let at_instance = rows
            .into_iter()
            .filter_map(|row| Some((number(&row)?, row)));
        let (_, first) = at_instance.min_by_key(|(number, _)| *number)?;
        self.expected_time(first)
    }

    /// The same of the run with this id, if it is the user's own.
    pub(crate) fn expected_time_of(&self, run_id: &str) -> Option<f64> {
        self.expected_time(self.row_of(run_id)?)
    }
}

/// The positive numbers in the form. A seed does not determine how long a run takes.
fn numbers(record: &RunRecord) -> Numbers {
    let numbers = record.inputs.iter().filter_map(|input| {
        let is_number = input.kind == EnteredKind::Number && !input.name.contains("seed");
        let number = input.text.parse().ok().filter(|number| *number > 0.0);
        Some((input.name.clone(), number.filter(|_| is_number)?))
    });
    numbers.collect()
}

fn timed(record: &RunRecord) -> Option<Timed> {
    let [_, started, ended] = record.server_times;
    let is_completed = record.state == RunState::Completed;
    Some(Timed {
        time: ended.filter(|_| is_completed)? - started?,
        numbers: numbers(record),
    })
}
