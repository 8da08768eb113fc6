//! The page: the header and its regions. A narrow page has them in one column.

mod form_region;
mod state;

use std::time::Duration;

use super::connection::{Connection, connection_panel, remember_question};
use super::deferred;
use super::developers::{Developers, developers_region};
use super::form::skip_links;
use super::header::header;
use super::language::ChosenLanguage;
use super::palette::Palette;
use super::queue::{QUEUE_REGION, QueueColumn};
use super::result::result_region;
use super::runs::{Cover, RunRow, RunState, Runs, announcer, runs_region};
use super::undo::Undo;
use super::workflows::Workflows;
use ui::{Effect, El, RwSignal, el, expect_context, request_animation_frame, set_timeout, untrack};

use form_region::form_region;
pub(crate) use state::provide_state;

/// The maximum time that the form may delay the other regions.
const MAX_DELAY: Duration = Duration::from_millis(500);

/// The whole page. A change of the language rebuilds the view; the state stays.
pub(crate) fn app() -> El {
    let (workflows, undo): (Workflows, Undo) = (expect_context(), expect_context());
    let shows_others = shows_others(workflows);
    let ChosenLanguage(language) = expect_context();
    el("div", "page").child(skip_links(language)).live(move || {
        language.track();
        Some(untrack(|| page(shows_others, undo)))
    })
}

/// Whether the other regions are shown: after the form, which people wait for, or after a delay.
fn shows_others(workflows: Workflows) -> RwSignal<bool> {
    let is_shown = RwSignal::new(false);
    let show = move || {
        if is_shown.try_get_untracked() == Some(false) {
            is_shown.set(true);
        }
    };
    Effect::new(move |_| {
        let is_loading = workflows.listing.is_loading();
        if !is_loading {
            // After the form has been painted.
            request_animation_frame(move || set_timeout(show, Duration::ZERO));
        }
    });
    set_timeout(show, MAX_DELAY);
    is_shown
}

/// Whether there is nothing to show before a deployment is connected, so that the connection panel has the page for
/// itself; tracked.
fn is_connecting(connection: Connection, workflows: Workflows, runs: Runs) -> bool {
    let has_content = workflows.form.get().is_some() || !runs.rows.with(Vec::is_empty);
    connection.panel.get() && !connection.is_live() && !has_content
}

/// What the column beside the stage has, where there is room for it; tracked.
fn side(queue: QueueColumn, runs: Runs) -> Option<&'static str> {
    let has_result = match runs.stage.cover.get() {
        Some(Cover::Plan) => true,
        Some(Cover::Introduction) => false,
        None => runs.stage.shown.get().is_some(),
    };
    match (queue.has_room(), has_result, queue.is_open()) {
        (true, true, _) => Some("inspector"),
        (true, false, true) => Some("queue"),
        _ => None,
    }
}

/// Whether a run has completed; tracked.
fn has_result(runs: Runs) -> bool {
    let is_completed = |row: &RunRow| row.changing_state() == RunState::Completed;
    runs.rows.with(|rows| rows.iter().any(is_completed))
}

fn page(shows_others: RwSignal<bool>, undo: Undo) -> El {
    let (queue, developers): (QueueColumn, Developers) = (expect_context(), expect_context());
    let workflows: Workflows = expect_context();
    let (connection, runs): (Connection, Runs) = (expect_context(), expect_context());
    el("div", "app")
        .attr("data-queue", move || {
            if queue.is_open() { "open" } else { "closed" }
        })
        .attr("data-side", move || side(queue, runs))
        .attr("data-complete", move || shows_others.get())
        .attr("data-code", move || developers.is_open())
        .attr("data-choosing", move || workflows.is_choosing())
        .attr("data-lost", move || {
            connection.status.with(|status| status.tone() == "bad")
        })
        .attr("data-connecting", move || {
            is_connecting(connection, workflows, runs)
        })
        .child(header())
        .child(connection_panel())
        .child(deferred::notice())
        .child(
            el("main", "regions")
                .child(form_region())
                .live(move || shows_others.get().then(|| untrack(result_region)))
                .live(move || shows_others.get().then(|| untrack(runs_region)))
                .live(move || {
                    let is_shown = shows_others.get();
                    is_shown.then(|| QUEUE_REGION.get_when_idle(|region| untrack(region)))?
                })
                .live(developers_region),
        )
        .child(announcer())
        .child(undo.place())
        .child(remember_question(move || has_result(runs)))
        .child(expect_context::<Palette>().place())
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests;
