//! The tile of a batch: one of its pictures, its state and progress, and the actions on all of its runs.

use std::rc::Rc;

use leptos::prelude::*;

use super::batch_progress::{batch_state, batch_state_label, number_in, progress_text};
use super::cancel::cancel;
use super::focus::focus_neighbor;
use super::record::Batch;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::status_view::{created_at, state_badge};
use super::store::Runs;
use super::thumbnail::thumbnail;
use crate::playground::icon::{Shape, icon};
use crate::playground::language::integer;
use crate::playground::messages as say;
use crate::playground::reveal::{self, reveal};
use crate::playground::ui::{El, button, el, template};

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

    /// Whether its results, or that of one of its runs, are shown.
    fn is_shown(&self) -> bool {
        let shown = self.runs.row(self.runs.shown.get());
        shown.is_some_and(|row| row.is_in_batch(&self.id))
    }

    /// Whether one of its runs has a star.
    fn has_star(&self) -> bool {
        let is_starred = |row: &RunRow| row.record.with(|record| record.is_starred);
        self.rows().iter().any(is_starred)
    }

    /// Its runs, those with a star first: they stand for it.
    fn best_first(&self) -> Vec<RunRow> {
        let mut rows = self.rows();
        rows.sort_by_key(|row| !row.record.with(|record| record.is_starred));
        rows
    }

    /// Shows its results; the best one that completed is the current one.
    fn show(&self) {
        let rows = untrack(|| self.best_first());
        let is_completed = |row: &&RunRow| untrack(|| row.state()) == RunState::Completed;
        if let Some(row) = rows.iter().find(is_completed).or(rows.first()) {
            self.runs.select_in_batch(row.key);
        }
        self.runs.close_browsing();
        reveal(reveal::RESULT);
    }
}

/// The tile of the batch with this id.
pub(super) fn batch_tile(id: String) -> El {
    let batch = BatchHandle {
        runs: expect_context(),
        id: id.as_str().into(),
    };
    let (state, starred) = (batch.clone(), batch.clone());
    template("tile")
        .attr("class", "tile batch")
        .attr("data-group", id)
        .attr("data-state", move || batch_state(&state.states()).name())
        .attr("data-starred", move || starred.has_star().then_some(""))
        .slot("show", |button| show_button(button, &batch))
        .replace("progress", Some(progress_bar(batch.clone())))
        .replace("actions", Some(actions(batch)))
}

/// The batch's name, state and progress; pressing it shows its results.
fn show_button(button: El, batch: &BatchHandle) -> El {
    let first = untrack(|| batch.rows()).first().copied();
    let record = first
        .map(|row| row.record.get_untracked())
        .unwrap_or_default();
    let Batch { name, count, .. } = record.batch.unwrap_or_default();
    let values = name
        .split_once(": ")
        .map_or(name.as_str(), |(_, values)| values);
    let caption = [values, " · ", &integer(count)].concat();
    let (shown, status, show) = (batch.clone(), batch.clone(), batch.clone());
    button
        .on("click", move |_| show.show())
        .attr("aria-pressed", move || shown.is_shown().to_string())
        .slot("picture", |place| picture(place, batch))
        .slot("workflow", |slot| slot.text(record.workflow))
        .slot("caption", |slot| slot.text(caption))
        .slot("inputs", |slot| slot.attr("title", name.clone()).text(name))
        .slot("status", |slot| {
            slot.text(move || progress_text(&status.states(), count))
        })
        .replace("created", Some(created_at(record.created)))
        .replace("duration", None)
}

/// The thumbnail of its best run, or the icon of its state.
fn picture(place: El, batch: &BatchHandle) -> El {
    let (state, label, own) = (batch.clone(), batch.clone(), batch.clone());
    let badge = state_badge(
        move || batch_state(&state.states()),
        move || batch_state_label(&label.states()),
    );
    place.child(badge).live(move || {
        let address = own.best_first().into_iter().find_map(thumbnail)?;
        let image = el("img", "tile-thumbnail")
            .attr("alt", "")
            .attr("draggable", "false")
            .attr("src", address);
        Some(image)
    })
}

/// The completed runs as a bar, while one is in progress; screen readers have the text.
fn progress_bar(batch: BatchHandle) -> El {
    let active = batch.clone();
    let count = untrack(|| batch.rows()).len().max(1);
    el("progress", "run-progress")
        .attr("aria-hidden", "true")
        .attr("max", count)
        .attr("value", move || {
            number_in(&batch.states(), RunState::Completed).to_string()
        })
        .attr("hidden", move || {
            !active.rows().iter().any(RunRow::is_active)
        })
}

/// Cancel while a run is in progress, then Remove.
fn actions(batch: BatchHandle) -> El {
    el("span", "run-actions").live(move || {
        let rows = batch.rows();
        let is_active = rows.iter().any(RunRow::is_active);
        Some(match is_active {
            true => cancel_all(batch.clone()),
            false => remove_all(batch.runs, rows),
        })
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
