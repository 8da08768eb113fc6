//! How long runs take, from this browser's earlier runs of the same workflow.

use super::expected_time::{MAX_RUNS, Numbers, Timed, expected_time};
use super::record::RunRecord;
use super::run_row::RunRow;
use super::store::Runs;
use super::timed_count::executed_time;
use crate::entered::{Entered, EnteredKind};

/// Estimates of several runs at once: the earlier runs of each workflow are collected once. Not tracked.
pub(super) struct Estimates {
    runs: Runs,
    earlier: Vec<(String, Vec<Timed>)>,
}

impl Estimates {
    /// The milliseconds that a run takes in all, if one of its workflow has completed.
    pub(super) fn of(&mut self, row: RunRow) -> Option<f64> {
        let (workflow, numbers) = row
            .record
            .with_untracked(|record| (record.workflow_id.clone(), numbers(&record.inputs)));
        let is_it = |(known, _): &&(String, _)| *known == workflow;
        if let Some((_, earlier)) = self.earlier.iter().find(is_it) {
            return expected_time(&numbers, earlier);
        }
        let earlier = self.runs.earlier(&workflow);
        let expected = expected_time(&numbers, &earlier);
        self.earlier.push((workflow, earlier));
        expected
    }
}

impl Runs {
    pub(super) fn estimates(self) -> Estimates {
        Estimates {
            runs: self,
            earlier: Vec::new(),
        }
    }

    /// The milliseconds that each of these runs of a workflow will take, by its inputs; tracks how many runs have
    /// completed.
    pub(crate) fn expected_times(
        &self,
        workflow: &str,
        runs: impl Iterator<Item = Vec<Entered>>,
    ) -> Option<Vec<f64>> {
        self.timed_count.track();
        let earlier = self.earlier(workflow);
        runs.map(|inputs| expected_time(&numbers(&inputs), &earlier))
            .collect()
    }

    /// The same of the user's own run at this engine instance that comes first there; not tracked.
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
        self.estimates().of(first)
    }

    /// The same of the run with this id, if it is the user's own.
    pub(crate) fn expected_time_of(&self, run_id: &str) -> Option<f64> {
        self.estimates().of(self.rows.row_of(run_id)?)
    }

    /// The completed runs of a workflow, newest first; not tracked.
    fn earlier(&self, workflow: &str) -> Vec<Timed> {
        let timed = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let is_same = record.workflow_id == workflow;
                timed(record).filter(|_| is_same)
            })
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(timed).take(MAX_RUNS).collect())
    }
}

/// The positive numbers in the form. A seed does not determine how long a run takes.
fn numbers(inputs: &[Entered]) -> Numbers {
    let numbers = inputs.iter().filter_map(|input| {
        let is_number = input.kind == EnteredKind::Number && !input.is_seed();
        let number = input.text.parse().ok().filter(|number| *number > 0.0);
        Some((input.name.clone(), number.filter(|_| is_number)?))
    });
    numbers.collect()
}

fn timed(record: &RunRecord) -> Option<Timed> {
    Some(Timed {
        time: executed_time(record)?,
        numbers: numbers(&record.inputs),
    })
}
