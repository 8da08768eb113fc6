//! A run's outputs, or its status until there are any.

use super::failure::failure;
use super::output::{is_image, output_view};
use crate::language::{point, span};
use crate::messages as say;
use crate::runs::{
    RunRow, RunState, Runs, attempt_text, preview_url, progress_bar, send_button, status_text,
    step_text, tone,
};
use crate::time::Clock;
use api::RunOutput;
use ui::{El, el, expect_context, list, memo};

/// The outputs; several images form a grid.
pub(super) fn outputs_view(row: RunRow) -> El {
    let base_url = row.record.with_untracked(|record| record.base_url.clone());
    let shown = move || !outputs(row).is_empty();
    let has_several_images = move || {
        let images = outputs(row).into_iter().filter(is_image);
        (images.count() > 1).then_some("")
    };
    let view = el("div", "outputs")
        .attr("data-shown", move || shown().then_some(""))
        .attr("data-many", has_several_images)
        .child(result_status(row, shown));
    list(
        view,
        move || outputs(row),
        |output| {
            let url = output.url.as_deref().unwrap_or_default();
            [&output.filename, " ", url].concat()
        },
        move |output: RunOutput| output_view(row, output, &base_url),
    )
}

/// A run's outputs; none while new links are being requested.
fn outputs(row: RunRow) -> Vec<RunOutput> {
    if row.live.with(|live| live.is_renewing_links) {
        return Vec::new();
    }
    row.record.with(|record| {
        let is_completed = record.state == RunState::Completed;
        let outputs = record.outputs.as_ref().filter(|_| is_completed);
        outputs.cloned().unwrap_or_default()
    })
}

/// The status and message of a run without outputs.
fn result_status(row: RunRow, shown: impl Fn() -> bool + 'static) -> El {
    let (clock, runs): (Clock, Runs) = (expect_context(), expect_context());
    let message = move || row.record.with(|record| record.message.clone());
    let other_message = move || message().filter(|_| row.state() != RunState::Failed);
    let changed = move || row.record.with(|record| record.changed);
    // The title's row has the time of a running one.
    let elapsed = move || {
        let waits = row.is_active() && row.state() != RunState::Running;
        waits.then(|| {
            let now = runs.connection.known_until(clock);
            say::RESULT_ELAPSED.with(&[&span((now - changed()).max(0.0))])
        })
    };
    let tone = move || match row.state() {
        RunState::Completed => "off",
        state => tone(state),
    };
    el("div", "result-status")
        .attr("data-tone", tone)
        .attr("hidden", move || shown() && message().is_none())
        .child(el("p", "result-status-text").text(move || headline(row)))
        .child(el("p", "result-status-elapsed").text(elapsed))
        .child(progress_bar(row))
        .live(preview(row))
        .child(
            el("pre", "result-status-message")
                .attr("dir", "auto")
                .attr("tabindex", "0")
                .attr("role", "group")
                .attr("aria-label", say::RESULT_MESSAGE)
                .attr("hidden", move || other_message().is_none())
                .text(other_message),
        )
        .child(send_button(move || vec![row]))
        .live(move || failure(row))
}

/// The last preview of a run, while it is running.
fn preview(row: RunRow) -> impl Fn() -> Option<El> {
    let address = memo(move || preview_url(row));
    let any = memo(move || address.get().is_some());
    move || {
        any.get().then(|| {
            el("img", "result-preview")
                .attr("alt", say::RESULT_PREVIEW)
                .attr("src", move || address.get())
        })
    }
}

fn headline(row: RunRow) -> String {
    let (changed, has_outputs) = row
        .record
        .with(|record| (record.changed, record.outputs.is_some()));
    let status = status_text(row).unwrap_or_default();
    match row.state() {
        RunState::Waiting => say::RESULT_NOT_SENT_YET.now().to_owned(),
        RunState::NotSent => say::RESULT_NOT_SENT.now().to_owned(),
        RunState::Uploading => [say::RESULT_UPLOADING.now(), " ", &status].concat(),
        RunState::Accepted => say::RESULT_ACCEPTED.now().to_owned(),
        RunState::Pending if status.is_empty() => say::RESULT_PENDING_SOMEWHERE.now().to_owned(),
        RunState::Pending => say::RESULT_PENDING.with(&[&status]),
        RunState::Running => running(row),
        RunState::Completed if has_outputs => say::RESULT_NO_OUTPUTS.now().to_owned(),
        RunState::Completed => say::RESULT_OUTPUTS_LOADING.now().to_owned(),
        RunState::Failed => say::RESULT_FAILED.now().to_owned(),
        RunState::Cancelled => say::RESULT_CANCELLED.now().to_owned(),
        RunState::Unknown => say::RESULT_UNKNOWN_SINCE.with(&[&point(changed)]),
    }
}

/// How far it is and what is done; the inspector names the engine.
fn running(row: RunRow) -> String {
    let attempts = attempt_text(row);
    let parts = [
        Some(say::RESULT_RUNNING.now().to_owned()),
        step_text(row),
        attempts,
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
