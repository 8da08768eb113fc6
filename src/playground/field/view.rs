//! The view of a field: label, hint, control, errors and help.

use std::cell::Cell;

use web_sys::Element;

use super::choice::choice;
use super::color::color;
use super::file::{file, label_id};
use super::hint::hint;
use super::number::number;
use super::seed::seed;
use super::slider::slider;
use super::switch::switch;
use super::text::text;
use crate::form::{FieldState, FormState, Undoable, variation_view, vary_button};
use crate::messages as say;
use schema::{Control, Field, FieldKind};
use ui::{El, button, memo, template};

/// One field.
pub(crate) fn field_view(form: FormState, field: FieldState) -> El {
    let definition = field.definition.get_value();
    let id = field.id();
    let view = template("field")
        .attr("data-kind", definition.kind.name())
        .attr("data-short", short(&definition))
        .slot_text("help", &id, definition.help.clone());
    let view = match definition.visible_if {
        Some(_) => view.attr("hidden", move || !form.is_visible(field)),
        None => view,
    };
    let view = with_head(view, form, field, &definition)
        .replace("control", Some(control(form, field, definition)));
    let error = error(view.node(), form, field);
    let variation = variation(view.node(), form, field);
    view.slot_text("error", &id, error).live(variation)
}

/// Whether there is room for others beside the field, and whether it is a width or a height.
fn short(definition: &Field) -> Option<&'static str> {
    let is_number = matches!(definition.kind, FieldKind::Number(_));
    let is_short = is_number && definition.control().is_none() && definition.help.is_none();
    let is_size = || is_named(definition, "width") || is_named(definition, "height");
    is_short.then(|| if is_size() { "size" } else { "" })
}

/// The values of the field if they differ between runs. It also marks the field, since a style that looks for them in
/// each field would make every key slow in large forms.
fn variation(
    view: &Element,
    form: FormState,
    field: FieldState,
) -> impl Fn() -> Option<El> + use<> {
    let (view, is_marked) = (view.clone(), Cell::new(false));
    move || {
        let variation = variation_view(form, field);
        if is_marked.replace(variation.is_some()) != variation.is_some() {
            let _ = view.toggle_attribute_with_force("data-varied", variation.is_some());
        }
        variation
    }
}

/// The text of the problem of the field's default, or of its errors. It also marks the control as invalid, since an effect for each would slow down
/// large forms.
fn error(
    view: &Element,
    form: FormState,
    field: FieldState,
) -> impl Fn() -> Option<String> + use<> {
    let (view, is_marked) = (view.clone(), Cell::new(false));
    move || {
        let default_problem = form.default_problem(field);
        let text = default_problem.or_else(|| field.error_text());
        if is_marked.replace(text.is_some()) != text.is_some()
            && let Ok(Some(control)) = view.query_selector("[name]")
        {
            let _ = match &text {
                Some(_) => control.set_attribute("aria-invalid", "true"),
                None => control.remove_attribute("aria-invalid"),
            };
            // Styles that look for an invalid control in each field would make every key slow in large forms.
            let _ = view.toggle_attribute_with_force("data-invalid", text.is_some());
        }
        text
    }
}

/// Fills in the label, the hints and the buttons beside them.
fn with_head(view: El, form: FormState, field: FieldState, definition: &Field) -> El {
    let id = field.id();
    let view = view
        .slot("label", |label| {
            label
                .attr("for", id.clone())
                .attr("id", field.takes_files().then(|| label_id(field)))
                .attr("title", definition.tooltip.clone())
                .text(definition.label.clone())
        })
        .slot_text("hint", &id, hint(&definition.kind))
        .slot_text(
            "optional",
            &id,
            definition.is_optional().then_some(say::OPTIONAL),
        );
    view.slot("tools", |tools| {
        let tools = match field.takes_files() {
            true => tools,
            false => vary_button(tools, &definition.label),
        };
        // The button stays while a person types.
        let is_changed = memo(move || field.is_changed());
        tools
            .children(swap_button(form, definition))
            .live(move || is_changed.get().then(|| reset_button(form, field)))
            .children(field.additional.then(|| remove_button(form, field)))
    })
}

fn control(form: FormState, field: FieldState, definition: Field) -> El {
    let control = definition.control();
    match definition.kind {
        FieldKind::Text { multiline, .. } => text(field, multiline),
        FieldKind::Number(bounds) => match control {
            Some(Control::Seed) => seed(form, field, bounds),
            Some(Control::Color) => color(field, bounds),
            None => number(field, bounds),
        },
        FieldKind::Slider(bounds) => slider(field, bounds),
        FieldKind::Boolean => switch(field),
        FieldKind::Choice { options } => choice(field, options),
        FieldKind::Image | FieldKind::Video | FieldKind::Audio | FieldKind::File { .. } => {
            file(form, field)
        }
    }
}

/// Swaps the width and the height; beside the height, if the form has both.
fn swap_button(form: FormState, definition: &Field) -> Option<El> {
    if short(definition) != Some("size") || !is_named(definition, "height") {
        return None;
    }
    let sides = move || {
        let fields = form.current_fields();
        let side = |word: &str| {
            let is_it = |field: &FieldState| field.definition.with_value(|own| is_named(own, word));
            fields.iter().copied().find(is_it)
        };
        side("width").zip(side("height"))
    };
    let swap = move || {
        if let Some((width, height)) = sides() {
            let (one, other) = (width.text.get_untracked(), height.text.get_untracked());
            width.set_text(other);
            height.set_text(one);
        }
    };
    Some(
        button("link-button swap-sides", swap)
            .attr("aria-label", say::SWAP_SIZE)
            .attr("title", say::SWAP_SIZE)
            .text("⇄"),
    )
}

/// Whether the field has this name or label.
fn is_named(definition: &Field, word: &str) -> bool {
    [&definition.name, &definition.label]
        .into_iter()
        .any(|own| own.eq_ignore_ascii_case(word))
}

fn reset_button(form: FormState, field: FieldState) -> El {
    let reset = move || {
        let message = say::FIELD_RESET.with(&[&field.label()]);
        Undoable::new(form).change(message, move || {
            field.reset();
            field.focus();
        });
    };
    button("link-button", reset)
        .attr("aria-label", say::RESET_FIELD.with(&[&field.label()]))
        .text(say::RESET)
}

fn remove_button(form: FormState, field: FieldState) -> El {
    let remove = move || {
        let message = say::FIELD_REMOVED.with(&[&field.name()]);
        Undoable::new(form).change(message, move || form.remove_field(field));
    };
    button("link-button", remove)
        .attr("aria-label", say::REMOVE_FIELD.with(&[&field.name()]))
        .text(say::REMOVE)
}
