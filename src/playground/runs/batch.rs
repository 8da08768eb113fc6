//! The header of a batch in the list: its state and progress, and the actions on all of its runs.

use std::rc::Rc;

use leptos::prelude::*;

use super::batch_progress::{batch_state, batch_state_label, number_in, progress_text};
use super::cancel::cancel;
use super::focus::focus_neighbor;
use super::outputs::{archive_outputs, output_count};
use super::record::{Batch, RunRecord};
use super::run_row::RunRow;
use super::run_state::RunState;
use super::status_view::{created_at, state_badge};
use super::store::Runs;
use crate::playground::archive::Archive;
use crate::playground::icon::{Shape, icon};
use crate::playground::messages as say;
use crate::playground::ui::{El, button, el};

/// A batch of the list.
#[derive(Clone)]
struct BatchHandle {
    runs: Runs,
    id: Rc<str>,
}

impl BatchHandle {
    fn rows(&self) -> Vec<RunRow> {
        self.runs.batch(&self.id)
    }

    fn states(&self) -> Vec<RunState> {
        self.rows().iter().map(RunRow::state).collect()
    }

    fn is_expanded(&self) -> bool {
        let expands = |id: &String| **id == *self.id;
        self.runs
            .filter
            .with(|filter| filter.expanded.iter().any(expands))
    }

    /// Whether the shown run is in the batch but hidden.
    fn hides_shown(&self) -> bool {
        let shown = self.runs.shown.get();
        let is_shown = |row: &RunRow| Some(row.key) == shown;
        !self.is_expanded() && self.rows().iter().any(is_shown)
    }
}

/// The header of the batch with this id.
pub(super) fn batch_header(id: String) -> El {
    let batch = BatchHandle {
        runs: expect_context(),
        id: id.as_str().into(),
    };
    let first = untrack(|| batch.rows()).first().copied();
    let record = first.map(|row| row.record.get_untracked());
    let archive = Archive::new();
    el("li", "run batch")
        .attr("data-group", id)
        .child(expand_button(&batch, record.unwrap_or_default(), archive))
        .child(actions(batch, archive))
}

/// The batch's name, state and progress; pressing it lists its runs.
fn expand_button(batch: &BatchHandle, record: RunRecord, archive: Archive) -> El {
    let Batch { name, count, .. } = record.batch.unwrap_or_default();
    let own = || batch.clone();
    let toggle = {
        let batch = own();
        move || batch.runs.filter.update(|filter| filter.toggle(&batch.id))
    };
    let status = {
        let batch = own();
        move || {
            let archive_status = archive.status.get();
            if archive_status.is_empty() {
                progress_text(&batch.states(), count)
            } else {
                archive_status
            }
        }
    };
    let badge = {
        let (state, label) = (own(), own());
        state_badge(
            move || batch_state(&state.states()),
            move || batch_state_label(&label.states()),
        )
    };
    let (current, expanded) = (own(), own());
    button("run-show", toggle)
        .attr("aria-current", move || {
            current.hides_shown().then_some("true")
        })
        .attr("aria-expanded", move || expanded.is_expanded().to_string())
        .child(badge)
        .child(
            el("span", "run-name")
                .attr("dir", "auto")
                .text(record.workflow),
        )
        .child(
            el("span", "run-inputs")
                .attr("dir", "auto")
                .attr("title", name.clone())
                .text(name),
        )
        .child(el("span", "run-status").text(status))
        .child(created_at(record.created))
        .child(progress_bar(own(), count))
}

/// The completed runs as a bar; screen readers have the text.
fn progress_bar(batch: BatchHandle, count: usize) -> El {
    let completed = move || number_in(&batch.states(), RunState::Completed).to_string();
    el("progress", "run-progress")
        .attr("aria-hidden", "true")
        .attr("max", count.max(1))
        .attr("value", completed)
}

/// Cancel while a run is in progress, then download and remove.
fn actions(batch: BatchHandle, archive: Archive) -> El {
    el("span", "run-actions").live(move || {
        let rows = batch.rows();
        if rows.iter().any(RunRow::is_active) {
            return Some(cancel_all(batch.clone()));
        }
        let has_outputs = rows.iter().any(|row| output_count(row) > 0);
        let download = has_outputs.then(|| download_all(rows.clone(), archive));
        let buttons = el("span", "batch-actions").children(download);
        Some(buttons.child(remove_all(batch.runs, rows)))
    })
}

fn cancel_all(batch: BatchHandle) -> El {
    let runs = batch.runs;
    let cancel_all = move || {
        let rows = untrack(|| batch.rows());
        for row in rows.into_iter().filter(|row| untrack(|| row.is_active())) {
            cancel(runs, row);
        }
    };
    button("button small", cancel_all)
        .attr("disabled", move || !runs.connection.can_request())
        .text(say::BATCH_CANCEL)
}

fn download_all(rows: Vec<RunRow>, archive: Archive) -> El {
    button("run-icon-button", move || archive_outputs(archive, &rows))
        .attr("aria-label", say::DOWNLOAD_ALL)
        .attr("title", say::DOWNLOAD_ALL)
        .attr("disabled", move || archive.is_busy.get())
        .child(icon(Shape::Down))
}

/// Removes all runs.
fn remove_all(runs: Runs, rows: Vec<RunRow>) -> El {
    let label = say::BATCH_REMOVE.count(rows.len());
    let remove = move || {
        focus_neighbor();
        runs.remove(&rows);
    };
    button("run-icon-button", remove)
        .attr("aria-label", label.clone())
        .attr("title", label)
        .child(icon(Shape::Cross))
}
