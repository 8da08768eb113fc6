//! Where a person says that one press makes many runs.

use leptos::prelude::*;

use super::fold::fold;
use super::sweep::{Sweep, few};
use super::{FieldState, FormState};
use crate::playground::deferred::Deferred;
use crate::playground::element::{El, button, el, value};
use crate::playground::language::{Message, digits, integer, written};
use crate::playground::messages as say;
use crate::playground::signal::steady;
use crate::schema::FieldKind;

pub(super) static CONTENT: Deferred<fn(FormState) -> El> = Deferred::new();
pub(super) static OF_FILES: Deferred<fn(FormState) -> El> = Deferred::new();
/// How many runs a press makes.
pub(super) static RUN_COUNT: Deferred<fn(FormState) -> usize> = Deferred::new();

/// How many runs a press makes.
pub(super) fn run_count(form: FormState) -> usize {
    form.sweep.with(|sweep| sweep.count(&form.fields.get()))
}

/// A fold with the field that varies and its values.
pub(super) fn sweep(form: FormState) -> El {
    let files = steady(move || form.sweep.with(|sweep| sweep.files));
    el("div", "sweep").live(move || {
        if files.get() {
            OF_FILES.view(|of_files| of_files(form))
        } else {
            Some(untrack(|| values_fold(form)))
        }
    })
}

/// Says that several files are a run each, and how that is undone.
pub(super) fn of_files(form: FormState) -> El {
    let field = form.sweep.with_untracked(|sweep| sweep.of(&form.all()));
    let label = field.map(|field| field.label()).unwrap_or_default();
    let said = move || {
        let count = form.sweep.with(|sweep| sweep.count(&form.fields.get()));
        say::BATCH_FILES.count_with(count, &[&label])
    };
    let undo = move || {
        form.sweep.set(Sweep::default());
        if let Some(field) = field {
            field.take_files(field.files.get_untracked().into_iter().take(1).collect());
        }
    };
    el("p", "sweep-files")
        .text(said)
        .text(" ")
        .child(button("link-button", undo).text(say::BATCH_FIRST_FILE))
}

fn values_fold(form: FormState) -> El {
    let open = form.sweep.with_untracked(|sweep| sweep.field.is_some());
    fold(say::BATCH, open, &CONTENT, move |content, _| content(form))
}

/// Which field varies, and its values.
pub(super) fn content(form: FormState) -> El {
    let field = steady(move || form.sweep.with(|sweep| sweep.field));
    el("div", "fold-content")
        .effect(move || {
            form.sweep.track();
            untrack(|| {
                form.touch();
                form.forget_unfit();
            });
        })
        .child(choice(form))
        .live(move || field.get().map(|_| untrack(|| values(form))))
}

/// Which field varies.
fn choice(form: FormState) -> El {
    let none = el("option", "").attr("value", "").text(say::BATCH_NO_FIELD);
    let option = move |field: FieldState| {
        let chosen = form
            .sweep
            .with_untracked(|sweep| sweep.field == Some(field.index));
        el("option", "")
            .attr("value", field.index.to_string())
            .attr("selected", chosen)
            .text(field.label())
    };
    let fields = form.all().into_iter().filter(|field| !field.takes_files());
    let select = el("select", "input")
        .attr("id", "sweep-field")
        .on("change", move |event| {
            begin(form, value(&event).parse().ok())
        })
        .child(none)
        .children(fields.map(option));
    el("div", "field")
        .child(
            el("label", "")
                .attr("for", "sweep-field")
                .text(say::BATCH_FIELD),
        )
        .child(select)
}

/// Takes a field, with what can be said of its values beforehand.
fn begin(form: FormState, index: Option<usize>) {
    let fields = form.all();
    let mut sweep = Sweep {
        field: index,
        ..Sweep::default()
    };
    if let Some(field) = sweep.of(&fields) {
        field.fixed.with_value(|fixed| match &fixed.kind {
            FieldKind::Choice { options } => sweep.list = options.join("\n"),
            FieldKind::Boolean => sweep.list = "true\nfalse".to_owned(),
            FieldKind::Number(bounds) | FieldKind::Slider(bounds) => {
                let few = few(bounds);
                sweep.range = few.is_some();
                sweep.bounds = few.unwrap_or_default();
            }
            _ => {}
        });
    }
    form.sweep.set(sweep);
}

/// The values: a list, or for numbers a range.
fn values(form: FormState) -> El {
    let is_range = steady(move || form.sweep.with(|sweep| sweep.range));
    let fields = form.all();
    let field = form.sweep.with_untracked(|sweep| sweep.of(&fields));
    let number = field.is_some_and(|field| {
        let is_number =
            |kind: &FieldKind| matches!(kind, FieldKind::Number(_) | FieldKind::Slider(_));
        field.fixed.with_value(|fixed| is_number(&fixed.kind))
    });
    let said = move || {
        let fields = form.fields.get();
        match form.sweep.with(|sweep| sweep.variants(&fields)) {
            Ok(variants) => {
                let unfit = variants.iter().filter(|one| one.fault(&fields).is_some());
                match unfit.count() {
                    0 => say::BATCH_RUNS.count(variants.len()),
                    unfit => say::BATCH_RUNS_INVALID.count_with(variants.len(), &[&integer(unfit)]),
                }
            }
            Err(why) => why.now().to_owned(),
        }
    };
    el("div", "sweep-values")
        .children(number.then(|| ways(form)))
        .live(move || {
            let is_range = is_range.get();
            Some(untrack(|| if is_range { range(form) } else { list(form) }))
        })
        .child(
            el("p", "fault")
                .attr("id", "sweep-fault")
                .text(move || form.unfit.with(|unfit| unfit.join("; "))),
        )
        .child(el("p", "hint").attr("role", "status").text(said))
}

/// A list or a range.
fn ways(form: FormState) -> El {
    let way = move |(range, word)| {
        let chosen = move || form.sweep.with(|sweep| sweep.range == range);
        button("segment", move || {
            form.sweep.update(|sweep| sweep.range = range)
        })
        .attr("aria-pressed", move || chosen().to_string())
        .text(word)
    };
    el("div", "segments")
        .attr("role", "group")
        .attr("aria-label", say::BATCH_VALUES)
        .children([(false, say::BATCH_LIST), (true, say::BATCH_RANGE)].map(way))
}

fn list(form: FormState) -> El {
    let lines = el("textarea", "input area")
        .attr("id", "sweep-list")
        .attr("rows", "3")
        .attr("dir", "auto")
        .attr("aria-describedby", "sweep-fault")
        .attr("aria-invalid", move || {
            form.unfit
                .with(|unfit| (!unfit.is_empty()).then_some("true"))
        })
        .prop("value", move || {
            form.sweep
                .with(|sweep| by_line(form, sweep, &sweep.list, FieldState::shown))
        })
        .on("input", move |event| {
            form.sweep.update(|sweep| {
                sweep.list = by_line(form, sweep, &value(&event), FieldState::taken);
            });
        });
    el("div", "field")
        .child(
            el("label", "")
                .attr("for", "sweep-list")
                .text(say::BATCH_LINES),
        )
        .child(lines)
}

/// A list with each of its lines as the field that varies has it in other signs.
fn by_line(
    form: FormState,
    sweep: &Sweep,
    list: &str,
    other: fn(&FieldState, &str) -> String,
) -> String {
    let Some(field) = sweep.of(&form.all()) else {
        return list.to_owned();
    };
    let lines: Vec<String> = list.split('\n').map(|line| other(&field, line)).collect();
    lines.join("\n")
}

fn range(form: FormState) -> El {
    let words = [say::BATCH_FROM, say::BATCH_TO, say::BATCH_STEP];
    let bound = move |(place, word): (usize, Message)| {
        el("label", "sweep-bound").text(word).child(
            el("input", "input number")
                .attr("type", "text")
                .attr("inputmode", "decimal")
                .attr("autocomplete", "off")
                .prop("value", move || {
                    form.sweep.with(|sweep| written(&sweep.bounds[place]))
                })
                .on("input", move |event| {
                    let bound = digits(&value(&event));
                    form.sweep.update(|sweep| sweep.bounds[place] = bound);
                }),
        )
    };
    el("div", "sweep-range").children(words.into_iter().enumerate().map(bound))
}
