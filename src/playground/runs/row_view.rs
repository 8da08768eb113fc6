//! One row of the list: how a run stands, what tells it from others, and what can be done with it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::detail_polling;
use super::diff;
use super::record::{Record, RunRow};
use super::status_view::{bar, name, sign_of, standing, time};
use super::store::Runs;
use crate::playground::icon::{Shape, icon};
use crate::playground::language::{measured, span};
use crate::playground::messages as say;
use crate::playground::tab::Tab;
use crate::playground::time::Clock;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, button, el};

/// A run: its state, where it is, how long it takes, and what can be done with it.
pub(super) fn row_view(row: RunRow, member: bool) -> El {
    let runs: Runs = expect_context();
    let tab: RwSignal<Tab> = expect_context();
    let record = row.record;
    let (workflow, created) =
        record.with_untracked(|record| (record.workflow.clone(), record.created));
    let choose = move || {
        runs.choice.set(Some(row.key));
        tab.set(Tab::Runs);
    };
    let chosen = move || {
        let chosen = runs.choice.get() == Some(row.key);
        (chosen || runs.mark.get() == Some(row.key)).to_string()
    };
    let show = button("run-show", choose)
        .attr("aria-label", say::RUN_SHOW.with(&[&name(row)]))
        .attr("aria-pressed", chosen)
        .attr(
            "aria-describedby",
            [&told_by(row), " ", &tells(row)].concat(),
        )
        .child(sign_of(row))
        .child(el("span", "run-name").attr("dir", "auto").text(workflow))
        .child(tell(row, runs))
        .child(
            el("span", "run-place")
                .attr("id", told_by(row))
                .text(move || standing(row)),
        )
        .child(time(created))
        .child(el("span", "run-took").text(took(row)));
    el("li", if member { "run member" } else { "run" })
        .attr("data-run-id", move || {
            record.with(|record| record.run_id.clone())
        })
        .attr("data-state", move || row.state().word())
        .child(show)
        .child(bar(row))
        .child(doing(row, runs))
}

fn told_by(row: RunRow) -> String {
    ["run-place-", &row.key.to_string()].concat()
}

fn tells(row: RunRow) -> String {
    ["run-tell-", &row.key.to_string()].concat()
}

/// What a run was given that the one before it was not; of a group, that its neighbour was not.
fn tell(row: RunRow, runs: Runs) -> El {
    let told = move || {
        let rows = runs.rows.get();
        row.record.with_untracked(|mine| {
            let other = rows
                .iter()
                .find(|other| other.key != row.key && is_like(mine, other, row));
            match other {
                Some(other) => other
                    .record
                    .with_untracked(|other| diff::telling(&mine.inputs, Some(&other.inputs))),
                None => diff::telling(&mine.inputs, None),
            }
        })
    };
    let title = told;
    el("span", "run-tell")
        .attr("id", tells(row))
        .attr("dir", "auto")
        .attr("title", title)
        .text(told)
}

/// Whether a run is what another one is compared with: its group's, else an older one of its workflow.
fn is_like(mine: &Record, other: &RunRow, row: RunRow) -> bool {
    other
        .record
        .with_untracked(|other_record| match &mine.group {
            Some(group) => other.is_of(&group.id),
            None => {
                other.key != row.key
                    && other_record.created <= mine.created
                    && other_record.workflow_id == mine.workflow_id
            }
        })
}

fn took(row: RunRow) -> impl Fn() -> String + 'static {
    let clock: Clock = expect_context();
    move || {
        if row.is_active() {
            span(row.took(clock.0.get()))
        } else {
            measured(row.took(0.0))
        }
    }
}

/// Cancel while it is under way, later the way out of the list.
fn doing(row: RunRow, runs: Runs) -> El {
    el("span", "run-do").live(move || {
        let active = row.is_active();
        let stoppable = row.live.with(|live| live.stoppable);
        let has_id = row.record.with(|record| record.run_id.is_some());
        if active && (stoppable || has_id && runs.cancels.get()) {
            Some(cancel(row, runs))
        } else {
            (!active).then(|| remove(row, runs))
        }
    })
}

fn cancel(row: RunRow, runs: Runs) -> El {
    let off = move || row.live.with(|live| live.cancelling) || !runs.connection.can_request();
    button("button small", move || detail_polling::cancel(runs, row))
        .attr("disabled", off)
        .text(say::RUN_CANCEL)
}

fn remove(row: RunRow, runs: Runs) -> El {
    let remove = move || {
        step_aside();
        runs.remove(row);
    };
    button("run-remove", remove)
        .attr("aria-label", say::RUN_REMOVE.with(&[&name(row)]))
        .attr("title", say::RUN_REMOVE_THIS)
        .child(icon(Shape::Cross))
}

/// The focus goes to the row beside the one that goes.
pub(super) fn step_aside() {
    let here = document().active_element();
    let Some(here) = here.and_then(|active| active.closest("li.run").ok()?) else {
        return;
    };
    let beside = here
        .next_element_sibling()
        .or_else(|| here.previous_element_sibling());
    let show = beside.and_then(|beside| beside.query_selector(".run-show").ok()?);
    if let Some(show) = show.and_then(|show| show.dyn_into::<HtmlElement>().ok()) {
        let _ = show.focus();
    }
}
