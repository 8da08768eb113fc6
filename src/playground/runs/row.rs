//! One row of the list of runs.

use leptos::prelude::*;

use super::follow;
use super::track::RunState;
use super::{RunRow, Runs};
use crate::playground::connection::Connection;
use crate::playground::icon::Shape;
use crate::playground::text::{host, ordinal, short_id};
use crate::playground::time::{Clock, measured, of_day, span};

/// A run: its state, where it is, how long it takes, and Cancel while that is of use.
#[component]
pub(crate) fn Row(row: RunRow) -> impl IntoView {
    let runs: Runs = expect_context();
    let clock: Clock = expect_context();
    let record = row.record;
    let (workflow, created) =
        record.with_untracked(|record| (record.workflow.clone(), record.created));
    let id = move || record.with(|record| record.run_id.as_deref().map(short_id));
    let label = {
        let workflow = workflow.clone();
        move || format!("Show {workflow} {}", id().unwrap_or_default())
    };
    let took = move || {
        if row.is_active() {
            span(row.took(clock.0.get()))
        } else {
            measured(row.took(0.0))
        }
    };
    view! {
        <li
            class="run"
            data-run-id=move || record.with(|record| record.run_id.clone())
            data-state=move || row.state().word()
        >
            <button
                type="button"
                class="run-show"
                aria-label=label
                aria-pressed=move || (runs.choice.get() == Some(row.key)).to_string()
                on:click=move |_| runs.choice.set(Some(row.key))
            >
                <State row />
                <span class="run-name" dir="auto">{workflow}</span>
                <span class="run-place">{move || place(row)}</span>
                <span class="run-id">{id}</span>
                <time class="run-at">{of_day(created)}</time>
                <span class="run-took">{took}</span>
            </button>
            <Cancel row />
        </li>
    }
}

/// A run's state: a sign and its word.
#[component]
pub(crate) fn State(row: RunRow) -> impl IntoView {
    let state = Memo::new(move |_| row.state());
    view! {
        <span class="state" data-tone=move || tone(state.get())>
            {move || format!("{:?}", shape(state.get()))}
            <span class="state-word">{move || state.get().word()}</span>
        </span>
    }
}

#[component]
fn Cancel(row: RunRow) -> impl IntoView {
    let connection: Connection = expect_context();
    view! {
        <span class="run-do">
            <Show when=move || row.is_active()>
                <button
                    type="button"
                    class="button small"
                    disabled=move || row.cancelling.get() || !connection.asks()
                    on:click=move |_| follow::cancel(connection, row)
                >
                    "Cancel"
                </button>
            </Show>
        </span>
    }
}

/// Where a run is: its place in line, and on which engine instance.
pub(crate) fn place(row: RunRow) -> Option<String> {
    let place = row.place.get()?;
    let host = host(&place.instance);
    match (row.state(), place.line) {
        (RunState::Pending, line) if line > 0 => {
            Some(format!("{} in line on {host}", ordinal(line)))
        }
        (RunState::Running, _) => Some(format!("on {host}")),
        _ => None,
    }
}

fn shape(state: RunState) -> Shape {
    match state {
        RunState::Uploading => Shape::Up,
        RunState::Accepted | RunState::Pending => Shape::Ring,
        RunState::Running => Shape::Play,
        RunState::Completed => Shape::Check,
        RunState::Failed => Shape::Cross,
        RunState::Cancelled => Shape::Bar,
        RunState::Unknown => Shape::Question,
    }
}

fn tone(state: RunState) -> &'static str {
    match state {
        RunState::Completed => "good",
        RunState::Failed => "bad",
        RunState::Running | RunState::Uploading => "live",
        RunState::Unknown => "warn",
        _ => "off",
    }
}
