//! The region of the page that shows the runs: notices, the list, and the result of one run.

use leptos::prelude::*;

use super::list::run_list;
use super::row_view::followed_view;
use super::run_row::RunRow;
use super::store::Runs;
use crate::playground::connection::ConnectionStatus;
use crate::playground::deferred::Deferred;
use crate::playground::language::point;
use crate::playground::messages as say;
use crate::playground::reason;
use crate::playground::time::Clock;
use crate::playground::ui::{El, el, list};

/// Shows the result of a run, next to another one if given. The result's region provides it.
pub(crate) static RESULT: Deferred<fn(RunRow, Option<RunRow>) -> El> = Deferred::new();
pub(super) static CONTENT: Deferred<fn() -> El> = Deferred::new();

/// The region that lists the runs and shows one.
pub(crate) fn runs_region() -> El {
    let runs: Runs = expect_context();
    let is_empty = move || runs.rows.with(Vec::is_empty);
    let region = el("section", "region runs-region")
        .attr("id", "region-runs")
        .attr("aria-label", say::RUNS)
        .child(
            el("div", "region-head")
                .child(el("h2", "").text(say::RUNS))
                .child(el("span", "hint").text(move || active_text(runs))),
        )
        .child(no_response_notice(runs))
        .child(not_connected_notice(runs))
        .child(
            el("p", "empty")
                .attr("hidden", move || !is_empty())
                .text(move || {
                    let words = if runs.restored.get() {
                        say::RUNS_EMPTY
                    } else {
                        say::DEFERRED_LOADING
                    };
                    words.now()
                }),
        );
    CONTENT.view_once(region, move || !is_empty(), |content| content())
}

/// The list, the followed run's status, and the shown run's result.
pub(super) fn content() -> El {
    let runs: Runs = expect_context();
    let content = el("div", "runs-content")
        .child(run_list())
        .child(followed_status(runs));
    // A list with one entry: the result is kept while the list of runs changes.
    list(
        content,
        move || shown_runs(runs),
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

/// Announces state changes to screen readers. It is outside the regions, which a narrow page hides.
pub(crate) fn announcer() -> El {
    let runs: Runs = expect_context();
    el("p", "visually-hidden")
        .attr("role", "status")
        .text(move || runs.announcement.get())
}

fn active_text(runs: Runs) -> Option<String> {
    let active = runs
        .rows
        .with(|rows| rows.iter().filter(|row| row.is_active()).count());
    (active > 0).then(|| say::RUNS_ACTIVE.count(active))
}

/// The status of the followed run, above the result of an earlier one. Always takes the same space, so
/// that the result does not move.
fn followed_status(runs: Runs) -> El {
    list(
        el("div", "run-followed")
            .attr("role", "group")
            .attr("aria-label", say::RUN_FILTER_ACTIVE),
        move || runs.followed().into_iter().collect(),
        |row| row.key.to_string(),
        move |row| followed_view(row, runs),
    )
}

/// The shown run, and the run it is compared with.
fn shown_runs(runs: Runs) -> Vec<(RunRow, Option<RunRow>)> {
    let shown = runs.row(runs.shown.get());
    let other = runs.row(runs.compared.get());
    let other = other.filter(|other| shown.is_some_and(|shown| shown.key != other.key));
    shown.map(|shown| (shown, other)).into_iter().collect()
}

/// Says that runs in progress are not updated, and what to do.
fn not_connected_notice(runs: Runs) -> El {
    el("div", "").attr("role", "status").live(move || {
        let is_shown = active_text(runs).is_some() && !runs.connection.can_request();
        let is_rejected =
            |status: &ConnectionStatus| matches!(status, ConnectionStatus::KeyRejected(_));
        let text = match runs.connection.status.with(is_rejected) {
            true => say::LAST_KNOWN_KEY_REJECTED,
            false => say::RUNS_NOT_CONNECTED,
        };
        is_shown.then(|| notice().child(el("p", "").text(text)))
    })
}

/// Says since when the deployment has not responded, if a run is in progress.
fn no_response_notice(runs: Runs) -> El {
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
        active_text(runs)?;
        let text = move || say::RUNS_NO_RESPONSE.with(&[&point(since), &clock.since(since)]);
        let detail = el("p", "notice-detail")
            .attr("dir", "auto")
            .attr("hidden", move || connection.panel.get())
            .text(reason::of_error(&error));
        // For a deployment that does not respond, the first line is enough.
        let detail = (!silent).then_some(detail);
        Some(notice().child(el("p", "").text(text)).children(detail))
    })
}

fn notice() -> El {
    el("div", "notice").attr("data-tone", "warn")
}
