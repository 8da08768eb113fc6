//! What a run gave, or what is awaited of it and since when.

use leptos::prelude::*;

use super::output::{is_picture, output_view};
use crate::api::RunOutput;
use crate::playground::language::point;
use crate::playground::messages as say;
use crate::playground::runs::{RunRow, RunState, bar, standing, step, tone};
use crate::playground::time::Clock;
use crate::playground::ui::{El, el, list};

/// The outputs, the larger the fewer they are.
pub(super) fn stage(row: RunRow) -> El {
    let base_url = row.record.with_untracked(|record| record.base_url.clone());
    let shown = move || !outputs(row).is_empty();
    let many = move || {
        let pictures = outputs(row).into_iter().filter(is_picture);
        (pictures.count() > 1).then_some("")
    };
    let stage = el("div", "stage")
        .attr("data-shown", move || shown().then_some(""))
        .attr("data-many", many)
        .child(awaited(row, shown));
    list(
        stage,
        move || outputs(row),
        |output| {
            let url = output.url.as_deref().unwrap_or_default();
            [&output.filename, " ", url].concat()
        },
        move |output: RunOutput| output_view(row, output, &base_url),
    )
}

/// What a run gave; nothing while new addresses are awaited.
fn outputs(row: RunRow) -> Vec<RunOutput> {
    if row.live.with(|live| live.renewing) {
        return Vec::new();
    }
    row.record.with(|record| {
        let over = record.state == RunState::Completed;
        let outputs = record.outputs.as_ref().filter(|_| over);
        outputs.cloned().unwrap_or_default()
    })
}

/// What is to be said where there is nothing to show.
fn awaited(row: RunRow, shown: impl Fn() -> bool + 'static) -> El {
    let clock: Clock = expect_context();
    let message = move || row.record.with(|record| record.message.clone());
    let changed = move || row.record.with(|record| record.changed);
    let since = move || {
        row.is_active()
            .then(|| say::RESULT_ELAPSED.with(&[&clock.since(changed())]))
    };
    let tone = move || match row.state() {
        RunState::Completed => "off",
        state => tone(state),
    };
    el("div", "awaited")
        .attr("data-tone", tone)
        .attr("hidden", move || shown() && message().is_none())
        .child(el("p", "awaited-what").text(move || said(row)))
        .child(el("p", "awaited-since").text(since))
        .child(bar(row))
        .child(
            el("pre", "awaited-why")
                .attr("dir", "auto")
                .attr("tabindex", "0")
                .attr("role", "group")
                .attr("aria-label", say::RESULT_MESSAGE)
                .attr("hidden", move || message().is_none())
                .text(message),
        )
}

fn said(row: RunRow) -> String {
    let (changed, told) = row
        .record
        .with(|record| (record.changed, record.outputs.is_some()));
    let place = standing(row).unwrap_or_default();
    match row.state() {
        RunState::Uploading => [say::RESULT_UPLOADING.now(), " ", &place].concat(),
        RunState::Accepted => say::RESULT_ACCEPTED.now().to_owned(),
        RunState::Pending if place.is_empty() => say::RESULT_PENDING_SOMEWHERE.now().to_owned(),
        RunState::Pending => say::RESULT_PENDING.with(&[&place]),
        RunState::Running if step(row).is_some() => {
            say::RESULT_RUNNING.with(&[&["· ", &place].concat()])
        }
        RunState::Running => say::RESULT_RUNNING.with(&[&place]),
        RunState::Completed if told => say::RESULT_NO_OUTPUTS.now().to_owned(),
        RunState::Completed => say::RESULT_OUTPUTS_LOADING.now().to_owned(),
        RunState::Failed => say::RESULT_FAILED.now().to_owned(),
        RunState::Cancelled => say::RESULT_CANCELLED.now().to_owned(),
        RunState::Unknown => say::RESULT_UNKNOWN_SINCE.with(&[&point(changed)]),
    }
}
