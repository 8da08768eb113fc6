//! A field of the form: its label, its control by kind, its help and what is wrong with it.

mod choice;
pub(crate) mod deferred;
mod file;
mod number;
mod preview;
mod seed;
mod slider;
mod switch;
mod text;

pub(crate) use file::{dropped, files};
pub(crate) use seed::SeedMode;

use super::element::{El, button, el, value};
use super::form::{FieldState, FormState};
use super::language::written;
use super::messages as say;
use crate::schema::{Bounds, Field, FieldKind};

/// One field.
pub(crate) fn field_view(form: FormState, field: FieldState) -> El {
    let fixed = field.fixed.get_value();
    let id = field.id();
    let hint = hint(&fixed.kind);
    let required = fixed.required.then_some(say::REQUIRED);
    let head = el("div", "field-head")
        .child(
            el("label", "")
                .attr("for", id.clone())
                .attr("id", id.clone() + "-label")
                .attr("dir", "auto")
                .text(fixed.label.clone()),
        )
        .child(
            el("span", "field-hint")
                .child(el("span", "").attr("id", id.clone() + "-hint").text(hint))
                .child(
                    el("span", "required")
                        .attr("aria-hidden", "true")
                        .text(required),
                )
                .live(move || field.is_changed().then(|| reset(field)))
                .children(field.additional.then(|| take_away(form, field))),
        );
    let name = fixed.kind.name();
    let help = fixed.help.clone();
    el("div", "field")
        .attr("data-kind", name)
        .attr("data-faulty", move || field.fault().is_some())
        .child(head)
        .child(control(form, field, fixed))
        .child(
            el("p", "fault")
                .attr("id", id.clone() + "-fault")
                .text(move || field.fault()),
        )
        .children(help.map(|help| {
            el("p", "help")
                .attr("id", id + "-help")
                .attr("dir", "auto")
                .text(help)
        }))
}

fn control(form: FormState, field: FieldState, fixed: Field) -> El {
    match fixed.kind {
        FieldKind::Text { multiline, .. } => text::text(field, multiline),
        FieldKind::Number(bounds) if seed::is_seed(&fixed.name, &bounds) => {
            seed::seed(form, field, bounds)
        }
        FieldKind::Number(bounds) => number::number(field, bounds),
        FieldKind::Slider(bounds) => slider::slider(field, bounds),
        FieldKind::Boolean => switch::switch(field),
        FieldKind::Choice { options } => choice::choice(field, options),
        _ => file::file(form, field),
    }
}

/// What every control has: its name, what describes it, and whether something is wrong with it.
fn named(control: El, field: FieldState) -> El {
    let id = field.id();
    let described = [&id, "-fault ", &id, "-hint ", &id, "-help"].concat();
    control
        .attr("id", id)
        .attr("name", field.name())
        .attr("aria-required", field.required().to_string())
        .attr("aria-describedby", described)
        .attr("aria-invalid", move || field.fault().map(|_| "true"))
}

/// What every control has that text is typed into.
fn typed(control: El, field: FieldState) -> El {
    typed_as(control, field, [str::to_owned; 2])
}

/// The same where people read and type other signs than are sent: first how the field's text is
/// shown, then how what was typed is taken.
fn typed_as(control: El, field: FieldState, [shown, taken]: [fn(&str) -> String; 2]) -> El {
    named(control, field)
        .attr("autocomplete", "off")
        .prop("value", move || field.text.with(|text| shown(text)))
        .on("input", move |event| field.take_text(taken(&value(&event))))
        .on("change", move |_| field.check())
}

/// Puts a field back to what it begins with.
fn reset(field: FieldState) -> El {
    let label = field
        .fixed
        .with_value(|fixed| say::RESET_FIELD.with(&[&fixed.label]));
    let act = move || {
        field.reset();
        field.focus();
    };
    button("link-button", act)
        .attr("aria-label", label)
        .text(say::RESET)
}

fn take_away(form: FormState, field: FieldState) -> El {
    let label = say::REMOVE_FIELD.with(&[&field.name()]);
    button("link-button", move || form.take_away(field))
        .attr("aria-label", label)
        .text(say::REMOVE)
}

/// What a field takes, in a few signs.
pub(crate) fn hint(kind: &FieldKind) -> Option<String> {
    match kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => range(bounds),
        FieldKind::Text {
            max_length: Some(max),
            ..
        } => Some(say::CHARACTERS.with(&[&max.to_string()])),
        _ => None,
    }
}

fn range(bounds: &Bounds) -> Option<String> {
    let bound = |text: &Option<String>| Some(written(text.as_deref()?));
    match (bound(&bounds.min), bound(&bounds.max)) {
        (Some(min), Some(max)) => Some([&min, " – ", &max].concat()),
        (Some(min), None) => Some(["≥ ", &min].concat()),
        (None, Some(max)) => Some(["≤ ", &max].concat()),
        (None, None) => bounds.integer.then(|| say::WHOLE_NUMBER.now().to_owned()),
    }
}
