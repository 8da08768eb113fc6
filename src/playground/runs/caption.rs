//! The values that distinguish a run from its neighbors.

use super::diff::{self, difference_text};
use super::record::RunRecord;
use super::run_row::RunRow;
use super::store::Runs;
use super::title::{run_title, title_input};
use crate::entered::Entered;
use crate::language::point;

/// The fields and values in which a run of a batch differs from the others; tracked. `None` outside a batch.
pub(crate) fn batch_values(row: RunRow, runs: Runs) -> Option<String> {
    let is_in_batch = row.record.with_untracked(|record| record.batch.is_some());
    is_in_batch.then(|| inputs_text(row, runs, diff::distinguishing_text))
}

/// The values that distinguish a run from its neighbors; tracked.
pub(crate) fn run_caption(row: RunRow, runs: Runs) -> String {
    inputs_text(row, runs, diff::distinguishing_values)
}

/// What distinguishes a run from others of the same name, or else when it was sent; tracked.
pub(super) fn tile_caption(row: RunRow, runs: Runs) -> String {
    match difference(row, runs) {
        nothing if nothing.is_empty() => row.record.with_untracked(|record| point(record.created)),
        difference => difference,
    }
}

/// The workflow, unless the run has its name, and what distinguishes the run; tracked.
pub(super) fn tile_details(row: RunRow, runs: Runs) -> String {
    let workflow = row.record.with_untracked(|record| {
        let is_named = run_title(record) != record.workflow;
        is_named.then(|| record.workflow.clone())
    });
    let difference = Some(difference(row, runs)).filter(|text| !text.is_empty());
    let parts: Vec<String> = workflow.into_iter().chain(difference).collect();
    parts.join(" · ")
}

/// The inputs that its batch varies, or that differ from a comparable run, without the one that names the run.
fn difference(row: RunRow, runs: Runs) -> String {
    let varied = varied(row);
    if !varied.is_empty() {
        return diff::distinguishing_text(&varied, Some(&[]));
    }
    let Some(other) = comparable(row, runs) else {
        return String::new();
    };
    row.record.with_untracked(|own| {
        let title = title_input(&own.inputs).map(|input| input.name.as_str());
        other
            .record
            .with_untracked(|other| difference_text(&own.inputs, &other.inputs, title))
    })
}

/// The inputs that differ from the previous run of the workflow, or from another run of the batch.
fn inputs_text(
    row: RunRow,
    runs: Runs,
    text: fn(&[Entered], Option<&[Entered]>) -> String,
) -> String {
    let varied = varied(row);
    if !varied.is_empty() {
        return text(&varied, Some(&[]));
    }
    let other = comparable(row, runs);
    row.record.with_untracked(|own| match other {
        Some(other) => other
            .record
            .with_untracked(|other| text(&own.inputs, Some(&other.inputs))),
        None => text(&own.inputs, None),
    })
}

/// The inputs that the run's batch varies.
fn varied(row: RunRow) -> Vec<Entered> {
    row.record
        .with_untracked(|own| own.varied_inputs().cloned().collect())
}

/// The run that a run's inputs are compared with; tracks the list.
fn comparable(row: RunRow, runs: Runs) -> Option<RunRow> {
    row.record.with_untracked(|own| {
        let is_other = |other: &&RunRow| other.key != row.key && is_comparable(own, other);
        runs.rows.with(|rows| rows.iter().find(is_other).copied())
    })
}

/// Whether a run's inputs are compared with those of this other run: one of its batch, or an older one of
/// its workflow.
fn is_comparable(own: &RunRecord, other: &RunRow) -> bool {
    match &own.batch {
        Some(batch) => other.is_in_batch(&batch.id),
        None => other.record.with_untracked(|other| {
            other.created <= own.created && other.workflow_id == own.workflow_id
        }),
    }
}
