//! The region of the runs: a strip of tiles below the result, which opens to a page of its own, and what is in progress.

use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::in_progress::{in_progress, picking_hint};
use super::list::{run_list, toolbar};
use super::notices::active_text;
use super::shortcuts::on_key;
use super::store::Runs;
use crate::deferred::Deferred;
use crate::icon::{Shape, icon};
use crate::language::integer;
use crate::messages as say;
use ui::{El, button, el, expect_context, focus, request_animation_frame, untrack};

/// The id of the button that opens the page of all runs.
const OPENER: &str = "runs-all";

pub(super) static CONTENT: Deferred<fn() -> El> = Deferred::new();

/// The region that lists the runs. It is hidden until there is one.
pub(crate) fn runs_region() -> El {
    let runs: Runs = expect_context();
    let is_empty = move || runs.rows.with(Vec::is_empty);
    let region = el("section", "region runs-region")
        .attr("id", "region-runs")
        .attr("aria-label", say::RUNS)
        .attr("hidden", is_empty)
        .attr("data-browsing", move || runs.browser.is_open());
    CONTENT.view_once(region, move || !is_empty(), |content| content())
}

/// The tiles; on its own page also search and filters.
pub(super) fn content() -> El {
    let runs: Runs = expect_context();
    el("div", "runs-content")
        .on("keydown", move |event| {
            let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
            if untrack(|| runs.browser.is_open()) && key.as_deref() == Some("Escape") {
                runs.close_browsing();
            } else {
                on_key(runs, &event);
            }
        })
        .live(move || runs.browser.is_open().then(|| untrack(|| head(runs))))
        .child(run_list())
        .child(in_progress())
        .child(browse_button(runs))
}

fn head(runs: Runs) -> El {
    let close = button("button icon-button", move || runs.close_browsing())
        .attr("aria-label", say::RUNS_CLOSE)
        .attr("title", say::RUNS_CLOSE)
        .child(icon(Shape::Cross));
    el("div", "runs-head")
        .child(
            el("div", "region-head")
                .child(el("h2", "").text(say::RUNS))
                .child(el("span", "hint").text(move || about(runs)))
                .child(close),
        )
        .child(toolbar(runs))
}

/// What to do with the runs now, how many are in progress, or which runs these are.
fn about(runs: Runs) -> String {
    let picking = picking_hint(runs).map(str::to_owned);
    picking
        .or_else(|| active_text(runs))
        .unwrap_or_else(|| say::RUNS_HERE.now().to_owned())
}

fn browse_button(runs: Runs) -> El {
    let count = move || integer(runs.rows.with(Vec::len));
    button("runs-all", move || runs.browser.open())
        .attr("id", OPENER)
        .attr("aria-expanded", move || runs.browser.is_open().to_string())
        .attr("title", say::RUNS_ALL)
        .text(say::RUNS_ALL)
        .text(" ")
        .text(count)
}

impl Runs {
    /// Closes the page of all runs.
    pub(super) fn close_browsing(self) {
        if untrack(|| self.browser.is_open()) {
            self.browser.close();
            request_animation_frame(|| focus(OPENER));
        }
    }
}

/// Announces state changes to screen readers. It is outside the regions, which may be hidden.
pub(crate) fn announcer() -> El {
    let runs: Runs = expect_context();
    el("p", "visually-hidden")
        .attr("role", "status")
        .text(move || runs.announcement.get())
}
