//! One engine instance: its address, what runs, and what waits in which order.

use leptos::prelude::*;

use super::board::InstanceRow;
use crate::api::Queue;
use crate::playground::runs::Runs;
use crate::playground::text::{host, short_id};

/// How many waiting tasks are listed; ours are listed wherever they wait.
const LISTED: usize = 8;
/// How many cells the load bar has.
const CELLS: usize = 16;

/// One instance.
#[component]
pub(crate) fn Instance(row: InstanceRow) -> impl IntoView {
    let runs: Runs = expect_context();
    let address = row.address.get_value();
    let running = move || row.queue.with(|queue| queue.running.len());
    let pending = move || row.queue.with(|queue| queue.pending.len());
    let listed = Memo::new(move |_| lines(row, runs));
    let more = move || {
        row.queue
            .with(Queue::len)
            .saturating_sub(listed.with(Vec::len))
    };
    let state = move || match (row.stopped.get(), running()) {
        (true, _) => "stopped",
        (false, 0) => "idle",
        (false, _) => "running",
    };
    view! {
        <article
            class="instance"
            aria-label=format!("Engine instance {address}")
            data-running=move || running().to_string()
            data-pending=move || pending().to_string()
            data-status=state
        >
            <div class="instance-head">
                <h3 class="instance-address" dir="ltr">{host(&address).to_owned()}</h3>
                <span class="instance-state">{state}</span>
            </div>
            <div class="instance-load">
                <Load row />
                <span class="instance-count">
                    <b>{running}</b> " running · " <b>{pending}</b> " pending"
                </span>
            </div>
            <ol class="tasks" aria-label="Tasks in order">
                <For each=move || listed.get() key=String::clone let(id)>
                    <Task id row />
                </For>
            </ol>
            <p class="hint" hidden=move || more() == 0>{move || format!("and {} more", more())}</p>
        </article>
    }
}

/// A cell a task: full ones run, hollow ones wait.
#[component]
fn Load(row: InstanceRow) -> impl IntoView {
    let cell = move |index: usize| {
        let kind = move || {
            row.queue.with(|queue| match index {
                index if index < queue.running.len() => "running",
                index if index < queue.len() => "pending",
                _ => "free",
            })
        };
        view! { <i data-cell=kind></i> }
    };
    view! {
        <span class="load" aria-hidden="true">{(0..CELLS).map(cell).collect_view()}</span>
    }
}

#[component]
fn Task(id: String, row: InstanceRow) -> impl IntoView {
    let runs: Runs = expect_context();
    let short = short_id(&id);
    let place = {
        let id = id.clone();
        Memo::new(move |_| {
            row.queue.with(|queue| {
                queue
                    .pending
                    .iter()
                    .position(|task| task.id == id)
                    .map_or(0, |before| before + 1)
            })
        })
    };
    let word = move || match place.get() {
        0 => "running".to_owned(),
        place => place.to_string(),
    };
    let title = id.clone();
    let mine = Memo::new(move |_| runs.is_mine(&id));
    view! {
        <li class="task" data-task=move || if place.get() == 0 { "running" } else { "pending" } data-mine=move || mine.get().then_some("")>
            <span class="task-place">{word}</span>
            <span class="task-id" title=title>{short}</span>
            <span class="task-mine">{move || mine.get().then_some("mine")}</span>
        </li>
    }
}

/// The ids of what runs, of what waits first, and of ours wherever they wait.
fn lines(row: InstanceRow, runs: Runs) -> Vec<String> {
    row.queue.with(|queue| {
        let first = queue.running.len() + LISTED;
        let tasks = queue.running.iter().chain(&queue.pending).enumerate();
        let listed = tasks.filter(|(place, task)| *place < first || runs.is_mine(&task.id));
        listed.map(|(_, task)| task.id.clone()).collect()
    })
}
