//! One line of the list: a run's state, position and duration, its differences from other runs, and
//! its actions.

use leptos::prelude::*;

use super::cancel::cancel;
use super::diff;
use super::focus::focus_neighbor;
use super::record::RunRecord;
use super::run_row::RunRow;
use super::status_view::{created_at, progress_bar, run_label, run_state_badge, status_text};
use super::store::Runs;
use crate::playground::icon::{Shape, icon};
use crate::playground::language::{measured, span};
use crate::playground::messages as say;
use crate::playground::tab::Tab;
use crate::playground::time::Clock;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, button, el};

/// A run of the list; `in_batch` if it is below its batch's header.
pub(super) fn row_view(row: RunRow, in_batch: bool) -> El {
    let runs: Runs = expect_context();
    let record = row.record;
    el("li", if in_batch { "run in-batch" } else { "run" })
        .attr("data-run-id", move || {
            record.with(|record| record.run_id.clone())
        })
        .attr("data-state", move || row.state().name())
        .child(select_button(row, runs))
        .child(progress_bar(row))
        .child(actions(row, runs))
}

/// Everything about the run; pressing it shows the result.
fn select_button(row: RunRow, runs: Runs) -> El {
    let tab: RwSignal<Tab> = expect_context();
    let (workflow, created) = row
        .record
        .with_untracked(|record| (record.workflow.clone(), record.created));
    let select = move || {
        runs.select(Some(row.key));
        tab.set(Tab::Runs);
    };
    let is_shown = move || {
        let is_shown = runs.shown.get() == Some(row.key);
        (is_shown || runs.compared.get() == Some(row.key)).to_string()
    };
    // Its name is all that it shows.
    button("run-show", select)
        .attr("aria-pressed", is_shown)
        .child(run_state_badge(row))
        .child(el("span", "run-name").attr("dir", "auto").text(workflow))
        .child(distinguishing_inputs(row, runs))
        .child(el("span", "run-status").text(move || status_text(row)))
        .child(created_at(created))
        .child(el("span", "run-duration").text(duration(row, runs)))
}

/// A followed run in one line, with its progress and Cancel.
pub(super) fn followed_view(row: RunRow, runs: Runs) -> El {
    let workflow = row.record.with_untracked(|record| record.workflow.clone());
    el("div", "followed")
        .child(run_state_badge(row))
        .child(
            el("span", "followed-name")
                .attr("dir", "auto")
                .text(workflow),
        )
        .child(el("span", "followed-status").text(move || status_text(row)))
        .child(progress_bar(row))
        .child(actions(row, runs))
}

fn inputs_id(row: RunRow) -> String {
    ["run-inputs-", &row.key.to_string()].concat()
}

/// The inputs that differ from the previous run of the workflow, or from another run of the batch.
fn distinguishing_inputs(row: RunRow, runs: Runs) -> El {
    let text = move || {
        let rows = runs.rows.get();
        row.record.with_untracked(|own| {
            let other = rows
                .iter()
                .find(|other| other.key != row.key && is_comparable(own, other));
            match other {
                Some(other) => other.record.with_untracked(|other| {
                    diff::distinguishing_text(&own.inputs, Some(&other.inputs))
                }),
                None => diff::distinguishing_text(&own.inputs, None),
            }
        })
    };
    let title = text;
    el("span", "run-inputs")
        .attr("id", inputs_id(row))
        .attr("dir", "auto")
        .attr("title", title)
        .text(text)
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

fn duration(row: RunRow, runs: Runs) -> impl Fn() -> String + 'static {
    let clock: Clock = expect_context();
    move || {
        if row.is_active() {
            span(row.duration(runs.connection.known_until(clock)))
        } else {
            measured(row.duration(0.0))
        }
    }
}

/// Cancel while the run is in progress, then Remove.
fn actions(row: RunRow, runs: Runs) -> El {
    el("span", "run-actions").live(move || {
        let is_active = row.is_active();
        let can_abort = row.live.with(|live| live.can_abort);
        let has_id = row.record.with(|record| record.run_id.is_some());
        if is_active && (can_abort || has_id && runs.can_cancel.get()) {
            Some(cancel_button(row, runs))
        } else {
            (!is_active).then(|| remove_button(row, runs))
        }
    })
}

fn cancel_button(row: RunRow, runs: Runs) -> El {
    let is_disabled =
        move || row.live.with(|live| live.is_cancelling) || !runs.connection.can_request();
    button("button small", move || cancel(runs, row))
        .attr("disabled", is_disabled)
        .text(say::RUN_CANCEL)
}

fn remove_button(row: RunRow, runs: Runs) -> El {
    let remove = move || {
        focus_neighbor();
        runs.remove(&[row]);
    };
    button("run-icon-button", remove)
        .attr("aria-label", say::RUN_REMOVE.with(&[&run_label(row)]))
        .attr("aria-describedby", inputs_id(row))
        .attr("title", say::RUN_REMOVE_THIS)
        .child(icon(Shape::Cross))
}
