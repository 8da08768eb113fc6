//! A batch: its runs, its progress, and the actions on all of its runs.

use std::rc::Rc;

use super::batch_progress::{batch_size, number_in};
use super::cancel::cancel;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::store::Runs;
use super::tile::remove_icon;
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::reveal::{self, reveal};
use ui::{El, Memo, button, el, expect_context, memo, untrack};

/// A batch. What many views depend on is collected once: a batch may have hundreds of runs, which change often.
#[derive(Clone)]
pub(crate) struct BatchHandle {
    runs: Runs,
    id: Rc<str>,
    rows: Memo<Vec<RunRow>>,
    states: Memo<Vec<RunState>>,
    best: Memo<Vec<RunRow>>,
}

impl BatchHandle {
    /// The batch with this id. Reads contexts, so it must be called while a component is built.
    pub(crate) fn new(id: &str) -> Self {
        let runs: Runs = expect_context();
        let id: Rc<str> = id.into();
        let own = id.clone();
        let rows = memo(move || runs.rows.batch(&own));
        let states = memo(move || rows.with(|rows| rows.iter().map(RunRow::state).collect()));
        let best = memo(move || rows.with(|rows| best_first(rows)));
        Self {
            runs,
            id,
            rows,
            states,
            best,
        }
    }

    /// Its runs, in its order; tracked.
    pub(crate) fn rows(&self) -> Vec<RunRow> {
        self.rows.get()
    }

    /// Their states; tracked.
    pub(crate) fn states(&self) -> Vec<RunState> {
        self.states.get()
    }

    /// How many runs it was sent with; not tracked.
    pub(crate) fn sent_with(&self) -> usize {
        let first = self.rows.with_untracked(|rows| rows.first().copied());
        let count = first.and_then(|row| {
            row.record
                .with_untracked(|record| Some(record.batch.as_ref()?.count))
        });
        count.unwrap_or_default()
    }

    /// Whether one of its runs is in progress; tracked.
    fn is_active(&self) -> bool {
        self.states
            .with(|states| states.iter().any(|state| state.is_active()))
    }

    /// Whether its results, or that of one of its runs, are shown.
    pub(super) fn is_shown(&self) -> bool {
        if self.runs.stage.cover.get().is_some() {
            return false;
        }
        let shown = self.runs.rows.row(self.runs.stage.shown.get());
        shown.is_some_and(|row| row.is_in_batch(&self.id))
    }

    /// Whether one of its runs has a star.
    pub(super) fn has_star(&self) -> bool {
        let first = self.best_first().first().copied();
        first.is_some_and(|row| row.record.with(|record| record.is_starred))
    }

    /// Its runs, those with a star first: they stand for it.
    pub(super) fn best_first(&self) -> Vec<RunRow> {
        self.best.get()
    }

    /// Shows its results; the best one that completed is the current one.
    pub(super) fn show(&self) {
        let rows = untrack(|| self.best_first());
        let is_completed = |row: &&RunRow| untrack(|| row.state()) == RunState::Completed;
        if let Some(row) = rows.iter().find(is_completed).or(rows.first()) {
            self.runs.stage.select_in_batch(row.key);
        }
        self.runs.close_browsing();
        reveal(reveal::RESULT);
    }
}

/// Runs, those with a star first; tracked.
fn best_first(rows: &[RunRow]) -> Vec<RunRow> {
    let mut rows = rows.to_vec();
    rows.sort_by_cached_key(|row| !row.record.with(|record| record.is_starred));
    rows
}

/// The completed runs as a bar, while one is in progress; screen readers have the text.
pub(crate) fn batch_progress_bar(batch: BatchHandle) -> El {
    let (active, all) = (batch.clone(), batch.clone());
    let count = batch.sent_with();
    el("progress", "run-progress")
        .attr("aria-hidden", "true")
        .attr("max", move || {
            batch_size(&all.states(), count).max(1).to_string()
        })
        .attr("value", move || {
            number_in(&batch.states(), RunState::Completed).to_string()
        })
        .attr("hidden", move || !active.is_active())
}

/// Cancel while a run is in progress, then Remove.
pub(super) fn batch_actions(batch: BatchHandle) -> El {
    actions(batch, |batch| {
        cancel_all("button small", batch).text(say::BATCH_CANCEL)
    })
}

/// The same on a picture, where there is room for icons only.
pub(super) fn batch_icons(batch: BatchHandle) -> El {
    actions(batch, |batch| {
        cancel_all("run-icon-button", batch)
            .attr("aria-label", say::BATCH_CANCEL)
            .attr("title", say::BATCH_CANCEL)
            .child(icon(Shape::Cross))
    })
}

fn actions(batch: BatchHandle, cancel: fn(BatchHandle) -> El) -> El {
    let states = batch.clone();
    let is_active = memo(move || states.is_active());
    el("span", "run-actions").live(move || {
        Some(match is_active.get() {
            true => cancel(batch.clone()),
            false => remove_all(batch.runs, batch.rows()),
        })
    })
}

fn cancel_all(class: &str, batch: BatchHandle) -> El {
    let runs = batch.runs;
    let cancel_all = move || {
        let rows = untrack(|| batch.rows());
        for row in rows.into_iter().filter(|row| untrack(|| row.is_active())) {
            cancel(runs, row);
        }
    };
    button(class, cancel_all).attr("disabled", move || !runs.connection.can_request())
}

/// Removes all runs.
fn remove_all(runs: Runs, rows: Vec<RunRow>) -> El {
    let label = say::BATCH_REMOVE.count(rows.len());
    remove_icon(move || rows.clone(), runs)
        .attr("aria-label", label.clone())
        .attr("title", label)
}
