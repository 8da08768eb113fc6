//! The region of the runs: what is to be said of all of them, the list, and the chosen one large.

use leptos::prelude::*;

use super::list::run_list;
use super::record::RunRow;
use super::store::Runs;
use crate::playground::connection::ConnectionStatus;
use crate::playground::deferred::Deferred;
use crate::playground::language::point;
use crate::playground::messages as say;
use crate::playground::reason;
use crate::playground::time::Clock;
use crate::playground::ui::{El, el, list};

/// Shows the result of a run, beside another one if given. The result's region provides it.
pub(crate) static RESULT: Deferred<fn(RunRow, Option<RunRow>) -> El> = Deferred::new();
pub(super) static CONTENT: Deferred<fn() -> El> = Deferred::new();

/// The region that lists the runs and shows what the chosen one gave.
pub(crate) fn runs_region() -> El {
    let runs: Runs = expect_context();
    let empty = move || runs.rows.with(Vec::is_empty);
    let region = el("section", "region runs-region")
        .attr("id", "region-runs")
        .attr("aria-label", say::RUNS)
        .child(
            el("div", "region-head")
                .child(el("h2", "").text(say::RUNS))
                .child(el("span", "hint").text(move || under_way(runs))),
        )
        .child(lost_notice(runs))
        .child(off_notice(runs))
        .child(
            el("p", "empty")
                .attr("hidden", move || !empty())
                .text(move || {
                    let words = if runs.restored.get() {
                        say::RUNS_EMPTY
                    } else {
                        say::DEFERRED_LOADING
                    };
                    words.now()
                }),
        );
    CONTENT.view_once(region, move || !empty(), |content| content())
}

/// The list, and the chosen run large.
pub(super) fn content() -> El {
    let runs: Runs = expect_context();
    // A list of one: the result stays as it is while runs come and go around it.
    list(
        el("div", "runs-content").child(run_list()),
        move || large(runs),
        |(row, other)| {
            let other = other.map(|row| row.key.to_string());
            [&row.key.to_string(), "-", &other.unwrap_or_default()].concat()
        },
        |(row, other)| {
            let result = RESULT.get(|result| result(row, other));
            result.unwrap_or_else(|| el("div", ""))
        },
    )
}

/// Says how a run goes to whoever does not see the list; it stands outside what a narrow page hides.
pub(crate) fn announcer() -> El {
    let runs: Runs = expect_context();
    el("p", "unseen-words")
        .attr("role", "status")
        .text(move || runs.said.get())
}

fn under_way(runs: Runs) -> Option<String> {
    let active = runs
        .rows
        .with(|rows| rows.iter().filter(|row| row.is_active()).count());
    (active > 0).then(|| say::RUNS_ACTIVE.count(active))
}

/// The chosen run, and the one that it is compared with.
fn large(runs: Runs) -> Vec<(RunRow, Option<RunRow>)> {
    let chosen = runs.row(runs.choice.get());
    let other = runs.row(runs.mark.get());
    let other = other.filter(|other| chosen.is_some_and(|chosen| chosen.key != other.key));
    chosen.map(|chosen| (chosen, other)).into_iter().collect()
}

/// Says that runs which have not ended cannot be followed, and what to do.
fn off_notice(runs: Runs) -> El {
    el("div", "").attr("role", "status").live(move || {
        let off = under_way(runs).is_some() && !runs.connection.can_request();
        off.then(|| notice().child(el("p", "").text(say::RUNS_NOT_CONNECTED)))
    })
}

/// Says that nothing is heard of the runs, and since when, where one is awaited.
fn lost_notice(runs: Runs) -> El {
    let connection = runs.connection;
    let clock: Clock = expect_context();
    el("div", "").attr("role", "status").live(move || {
        let ConnectionStatus::Lost {
            since,
            silent,
            error,
        } = connection.status.get()
        else {
            return None;
        };
        under_way(runs)?;
        let said = move || say::RUNS_NO_RESPONSE.with(&[&point(since), &clock.since(since)]);
        let detail = el("p", "notice-detail")
            .attr("dir", "auto")
            .attr("hidden", move || connection.panel.get())
            .text(reason::of_error(&error));
        // That nothing is heard is said already.
        let detail = (!silent).then_some(detail);
        Some(notice().child(el("p", "").text(said)).children(detail))
    })
}

fn notice() -> El {
    el("div", "notice").attr("data-tone", "warn")
}
