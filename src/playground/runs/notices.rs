//! Above the result: whether runs in progress are still updated.

use super::run_row::RunRow;
use super::store::Runs;
use crate::connection::ConnectionStatus;
use crate::language::point;
use crate::messages as say;
use crate::reason;
use crate::time::Clock;
use ui::{El, el, expect_context};

/// Says why runs in progress are not updated, and what to do.
pub(crate) fn run_notices() -> [El; 2] {
    let runs: Runs = expect_context();
    [no_response_notice(runs), not_connected_notice(runs)]
}

/// How many runs are in progress, if any.
pub(super) fn active_text(runs: Runs) -> Option<String> {
    let active = runs.active_count();
    (active > 0).then(|| say::RUNS_ACTIVE.count(active))
}

impl Runs {
    /// How many runs are in progress; tracked.
    pub(super) fn active_count(&self) -> usize {
        self.rows
            .with(|rows| rows.iter().filter(|row| RunRow::is_active(row)).count())
    }
}

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
