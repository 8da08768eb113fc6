//! The runs of this session: a row each, and the result of the chosen one.

mod follow;
mod record;
mod row;
mod store;
mod track;

use leptos::prelude::*;

pub(crate) use record::RunRow;
pub(crate) use row::place;
pub(crate) use store::{Begin, Group, Runs};
pub(crate) use track::{Place, RunState};

use super::connection::{Connection, Link};
use super::result::RunResult;
use super::text::count;
use super::time::{Clock, of_day};
use row::Row;

/// The region that lists the runs and shows what the chosen one gave.
#[component]
pub(crate) fn RunsRegion() -> impl IntoView {
    let runs: Runs = expect_context();
    let active = move || {
        let active = runs
            .rows
            .with(|rows| rows.iter().filter(|row| row.is_active()).count());
        (active > 0).then(|| format!("{} under way", count(active, "run")))
    };
    let empty = move || runs.rows.with(Vec::is_empty);
    view! {
        <section class="region runs-region" id="region-runs" aria-label="Runs">
            <div class="region-head">
                <h2>"Runs"</h2>
                <span class="hint">{active}</span>
            </div>
            <LostNotice />
            <OffNotice active=Signal::derive(move || active().is_some()) />
            <p class="empty" hidden=move || !empty()>
                "No runs yet. Fill in the form and press Run; what comes out is shown here."
            </p>
            <ul class="run-list" aria-label="Runs of this session" hidden=empty>
                <For each=move || runs.rows.get() key=|row| row.key let(row)>
                    <Row row />
                </For>
            </ul>
            {move || runs.chosen().map(|row| view! { <RunResult row /> })}
        </section>
    }
}

/// Says that runs which have not ended cannot be followed, and what to do.
#[component]
fn OffNotice(active: Signal<bool>) -> impl IntoView {
    let connection: Connection = expect_context();
    view! {
        <div role="status">
            <Show when=move || active.get() && !connection.asks()>
                <p class="notice" data-tone="warn">
                    "Not connected. Runs show the state that was last seen; connect with the key to follow them."
                </p>
            </Show>
        </div>
    }
}

/// Says that nothing is heard of the runs, and since when.
#[component]
fn LostNotice() -> impl IntoView {
    let connection: Connection = expect_context();
    let clock: Clock = expect_context();
    let lost = move || match connection.link.get() {
        Link::Lost { since, message, .. } => Some((since, message)),
        _ => None,
    };
    view! {
        <div role="status">
            {move || lost().map(|(since, message)| view! {
                <div class="notice" data-tone="warn">
                    <p>
                        "The deployment gives no good answer since " {of_day(since)} " ("
                        {move || clock.since(since)}
                        "). Runs keep the state that was last seen; flowdeck asks on by itself."
                    </p>
                    <p class="notice-detail" dir="auto" hidden=move || connection.panel.get()>{message}</p>
                </div>
            })}
        </div>
    }
}

/// The region.
pub(crate) fn runs_region() -> super::element::El {
    super::element::el("div", "bridge").view(view! { <RunsRegion /> })
}
