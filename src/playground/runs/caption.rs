//! The values that distinguish a run from its neighbors.

use super::diff::{self, difference_text, one_line};
use super::record::RunRecord;
use super::run_row::RunRow;
use super::status_view::run_label;
use super::store::Runs;
use super::title::{run_title, title_input};
use super::title_ending::{common_start, title_ending};
use crate::entered::Entered;

/// How many characters of a title are sure to be shown in a cell of a contact sheet.
const SHOWN_IN_CELL: usize = 20;
/// How many are on the page of all runs.
const SHOWN_ON_PAGE: usize = 28;
/// How many neighbors on each side a tile is compared with.
const NEIGHBORS: usize = 12;
/// The maximum number of characters of a title's end.
const MAX_ENDING: usize = 80;

/// The fields and values in which a run of a batch differs from the others; tracked. `None` outside a batch.
pub(crate) fn batch_values(row: RunRow, runs: Runs) -> Option<String> {
    let is_in_batch = row.record.with_untracked(|record| record.batch.is_some());
    is_in_batch.then(|| inputs_text(row, runs, diff::distinguishing_text))
}

/// The name of a run and when it was sent; within a batch, also its values, since the others have the same name and
/// often the same time; tracked.
pub(super) fn distinct_label(row: RunRow, runs: Runs) -> String {
    let label = run_label(row);
    match batch_values(row, runs).filter(|values| !values.is_empty()) {
        Some(values) => [&label, ", ", &values].concat(),
        None => label,
    }
}

/// The values that distinguish a run from its neighbors; tracked.
pub(crate) fn run_caption(row: RunRow, runs: Runs) -> String {
    inputs_text(row, runs, diff::distinguishing_values)
}

/// The same in a small cell: the end of a long title that begins like the others; tracked.
pub(crate) fn cell_caption(row: RunRow, runs: Runs) -> String {
    let is_title = row.record.with_untracked(|own| {
        let title = title_input(&own.inputs);
        own.varied_inputs().map(Some).eq([title])
    });
    let ending = is_title.then(|| ending(row, runs, SHOWN_IN_CELL)).flatten();
    ending.unwrap_or_else(|| run_caption(row, runs))
}

/// The workflow, unless the run has its name, and what distinguishes the run; tracked.
pub(super) fn tile_details(row: RunRow, runs: Runs) -> Option<String> {
    let workflow = row.record.with_untracked(|record| {
        let is_named = run_title(record) != record.workflow;
        is_named.then(|| record.workflow.clone())
    });
    joined([
        ending(row, runs, SHOWN_ON_PAGE),
        workflow,
        Some(difference(row, runs)),
    ])
}

/// The texts that are not empty, in one line.
fn joined<const N: usize>(texts: [Option<String>; N]) -> Option<String> {
    let texts = texts.into_iter().flatten().filter(|text| !text.is_empty());
    let text = texts.collect::<Vec<_>>().join(" · ");
    (!text.is_empty()).then_some(text)
}

/// The end of the title, if one of its neighbors has a title whose shown start is the same; tracks the list.
fn ending(row: RunRow, runs: Runs, shown: usize) -> Option<String> {
    let title = row
        .record
        .with_untracked(|own| title_input(&own.inputs).map(|input| input.text.clone()))?;
    let common = |other: &RunRow| {
        other.record.with_untracked(|other| {
            title_input(&other.inputs).map_or(0, |input| common_start(&title, &input.text))
        })
    };
    let common = runs.rows.with(|rows| {
        let own = rows.iter().position(|other| other.key == row.key)?;
        let neighbors = rows.iter().skip(own.saturating_sub(NEIGHBORS));
        neighbors.take(2 * NEIGHBORS + 1).map(common).max()
    })?;
    let ending = title_ending(&title, common, shown)?;
    Some(["…", &one_line(ending, MAX_ENDING)].concat())
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
