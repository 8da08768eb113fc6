//! The end of a form, which stays in view while the fields scroll: the error summary and Run.

use super::batch::BatchSettings;
use super::batch_panel::run_count::RUN_COUNT;
use super::error_summary::ERROR_SUMMARY;
use super::run_estimate::RUN_ESTIMATE;
use super::run_notes::{RUN_NOTES, UNREACHABLE_ID};
use super::send::Sender;
use super::state::FormState;
use crate::messages as say;
use ui::{El, el, is_first_click, untrack};

/// The id of Run.
pub(crate) const RUN_ID: &str = "run";

pub(super) fn actions(form: FormState, sender: Sender) -> El {
    let summary = move || {
        let errors = form.errors.get()?;
        ERROR_SUMMARY.get_or_load(|summary| untrack(|| summary(form, errors, sender)))
    };
    let shortcut = el("span", "hint keys")
        .attr("aria-hidden", "true")
        .child(el("kbd", "").text(say::CTRL))
        .text(" ")
        .child(el("kbd", "").text(say::ENTER));
    let estimate = el("span", "hint run-estimate")
        .attr("title", say::RUN_ESTIMATE_TITLE)
        .text(move || RUN_ESTIMATE.get(|estimate| estimate(sender)).flatten());
    let buttons = el("div", "form-buttons")
        .child(run_button(form, sender))
        .child(shortcut)
        .child(estimate);
    el("div", "form-actions")
        .child(el("div", "").attr("role", "alert").live(summary))
        .live(move || RUN_NOTES.get(|notes| untrack(|| notes(sender))))
        .child(buttons)
}

fn run_button(form: FormState, sender: Sender) -> El {
    let text = move || {
        let is_batch = !form.batch.with(BatchSettings::is_single);
        let count = is_batch.then(|| RUN_COUNT.get(|count| count(form)));
        match count.flatten().unwrap_or(1) {
            0 | 1 => say::RUN.now().to_owned(),
            count => say::RUN_COUNT.count(count),
        }
    };
    // With problems that only the page found it can be run anyway, since the deployment may know better.
    let (is_ready, is_refused) = form
        .source
        .with_value(|source| (source.is_ready(), source.is_refused));
    let class = if is_ready {
        "button primary run"
    } else {
        "button run"
    };
    el("button", class)
        .attr("type", "submit")
        .attr("id", RUN_ID)
        .attr("disabled", is_refused)
        // Still focusable, so that everybody learns why.
        .attr("aria-disabled", move || {
            sender.is_unreachable().then_some("true")
        })
        .attr("aria-describedby", UNREACHABLE_ID)
        .attr("aria-busy", move || form.is_locked().then_some("true"))
        // Sends once for a double click.
        .on("click", |event| {
            if !is_first_click(&event) {
                event.prevent_default();
            }
        })
        .text(text)
}
