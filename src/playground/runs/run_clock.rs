//! How long runs have been running, and how long they will take.

use super::expected_time::{expected_with_progress, sampled};
use super::run_row::RunRow;
use super::run_state::RunState;
use super::store::Runs;
use crate::language::{approximate, measured, span};
use crate::messages as say;
use crate::time::Clock;
use ui::{expect_context, untrack};

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

/// Of how many waiting runs the times are averaged.
const MAX_WAITING: usize = 8;
/// How many ends tell the pace.
const MIN_ENDS: usize = 4;
/// How many of the last ends are looked at.
const MAX_ENDS: usize = 8;

impl Runs {
    /// The milliseconds until all of these have ended, if that is known and they are not overdue; tracked.
    pub(super) fn time_left(&self, rows: &[RunRow], now: f64) -> Option<f64> {
        let active = rows.iter().filter(|row| row.is_active());
        let (running, waiting): (Vec<RunRow>, Vec<RunRow>) =
            active.partition(|row| untrack(|| row.state()) == RunState::Running);
        let mut estimates = self.estimates();
        let mut left = |row: &RunRow| {
            let elapsed = row.run_time(now).unwrap_or_default();
            let time = expected_with_progress(estimates.of(*row), elapsed, row.share_done())?;
            Some((time - elapsed).max(0.0))
        };
        let of_running: f64 = running.iter().map(&mut left).sum::<Option<f64>>()?;
        let some = sampled(&waiting, MAX_WAITING).map(left);
        let some = some.collect::<Option<Vec<f64>>>()?;
        let average = some.iter().sum::<f64>() / some.len().max(1) as f64;
        let sum = of_running + average * waiting.len() as f64;
        // As many run at once as now. Between short runs, more time passes than they take.
        let by_times = sum / running.len().max(1) as f64;
        let by_pace = pace(ends(rows)).map(|pace| pace * (running.len() + waiting.len()) as f64);
        Some(by_times.max(by_pace.unwrap_or_default())).filter(|left| *left >= 1000.0)
    }
}

/// When those of these runs that completed have ended.
fn ends(rows: &[RunRow]) -> Vec<f64> {
    let end = |row: &RunRow| {
        row.record.with_untracked(|record| {
            (record.state == RunState::Completed).then_some(record.changed)
        })
    };
    rows.iter().filter_map(end).collect()
}

/// The milliseconds from one end to the next, if enough runs have ended.
fn pace(mut ends: Vec<f64>) -> Option<f64> {
    ends.sort_by(|one, other| other.total_cmp(one));
    ends.truncate(MAX_ENDS);
    let (last, first) = (ends.first()?, ends.last()?);
    (ends.len() >= MIN_ENDS).then(|| (last - first) / (ends.len() - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ends_tell_the_pace() {
        assert_eq!(pace(vec![300.0, 0.0, 100.0, 200.0]), Some(100.0));
        let early = (0..50).map(f64::from);
        let late = (1..=8).map(|index| 1000.0 * f64::from(index));
        assert_eq!(pace(early.chain(late).collect()), Some(1000.0));
    }

    #[test]
    fn too_few_ends_tell_no_pace() {
        assert_eq!(pace(vec![]), None);
        assert_eq!(pace(vec![0.0, 100.0, 200.0]), None);
    }
}
