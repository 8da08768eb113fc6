//! The form's end: the summary of what is wrong, and Run.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, UiEvent};

use super::send::{Check, Sender};
use super::state::Notice;
use super::submit::submit;
use super::sweep_view::RUN_COUNT;
use super::{FieldState, FormState};
use crate::playground::developers::developers_button;
use crate::playground::element::{El, button, el, list};
use crate::playground::messages as say;

/// Stays in reach while the fields scroll.
pub(super) fn foot(form: FormState, sender: Sender) -> El {
    let run = move || {
        let varies = form.sweep.with(|sweep| sweep.field.is_some());
        let count = varies.then(|| RUN_COUNT.get(|count| count(form)));
        match count.flatten().unwrap_or(1) {
            0 | 1 => say::RUN.now().to_owned(),
            count => say::RUN_COUNT.count(count),
        }
    };
    // One that is not ready can be sent all the same: the deployment may know better.
    let look = match form.source.with_value(|source| source.problems.is_empty()) {
        true => "button primary run",
        false => "button run",
    };
    let keys = el("span", "hint keys")
        .attr("aria-hidden", "true")
        .child(el("kbd", "").text(say::CTRL))
        .text(" ")
        .child(el("kbd", "").text(say::ENTER));
    el("div", "form-foot")
        .child(el("div", "").attr("role", "alert").live(move || {
            form.notice
                .get()
                .map(|notice| untrack(|| summary(form, notice, sender)))
        }))
        .child(
            el("div", "form-do")
                .child(
                    el("button", look)
                        .attr("type", "submit")
                        .attr("aria-busy", move || form.is_held().then_some("true"))
                        .on("click", |event| once_a_press(&event))
                        .text(run),
                )
                .child(keys)
                .child(developers_button()),
        )
}

/// The second click of a double click sends nothing: it is one press to whoever makes it.
fn once_a_press(event: &Event) {
    let clicks = event.dyn_ref::<UiEvent>().map_or(1, UiEvent::detail);
    if clicks > 1 {
        event.prevent_default();
    }
}

fn summary(form: FormState, notice: Notice, sender: Sender) -> El {
    let Notice {
        lines,
        ours,
        fitting,
    } = notice;
    let faulty = move || {
        let faulty = |field: &FieldState| field.faults.with(|faults| !faults.is_empty());
        let fields = form.fields.get();
        fields.into_iter().filter(faulty).collect::<Vec<_>>()
    };
    // What was mended is no longer counted; with the last fault goes what was said of it.
    let silent = lines.is_empty();
    let line = |line: String| el("p", "").attr("dir", "auto").text(line);
    let jump = |field: FieldState| {
        button("jump", move || field.focus())
            .attr("dir", "auto")
            .text(field.label())
    };
    let fit = (fitting > 0).then(|| {
        button("button small", move || submit(sender, Check::Fitting))
            .text(say::BATCH_RUN_VALID.count(fitting))
    });
    let anyway = move || {
        let offered = ours && !(silent && faulty().is_empty());
        offered.then(|| {
            button("button small", move || submit(sender, Check::None)).text(say::RUN_ANYWAY)
        })
    };
    el("div", "notice")
        .attr("data-tone", "bad")
        .attr("hidden", move || silent && faulty().is_empty())
        .child(el("p", "").text(move || head(faulty().len(), ours, !silent)))
        .children(lines.into_iter().map(line))
        .child(
            el("div", "notice-fields")
                .child(list(el("div", "jumps"), faulty, FieldState::id, jump))
                .children(fit)
                .live(anyway),
        )
}

/// How many fields are faulty, in a sentence; `ours` tells the page's check from the deployment's.
fn head(fields: usize, ours: bool, lines: bool) -> Option<String> {
    let message = if ours {
        say::NOT_SENT
    } else {
        say::FIELDS_REJECTED
    };
    match fields {
        0 => (ours && lines).then(|| say::BATCH_VALUES_INVALID.now().to_owned()),
        _ => Some(message.count(fields)),
    }
}
