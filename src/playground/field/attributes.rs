//! The attributes and events that controls of several kinds share.

use crate::playground::form::FieldState;
use crate::playground::ui::{El, value};

/// Adds what every control has: its name, its descriptions and whether it has errors.
pub(super) fn labelled(control: El, field: FieldState) -> El {
    let id = field.id();
    let described_by = [&id, "-fault ", &id, "-hint ", &id, "-help"].concat();
    control
        .attr("id", id)
        .attr("name", field.name())
        .attr("aria-required", field.required().to_string())
        .attr("aria-describedby", described_by)
        .attr("aria-invalid", move || field.error_text().map(|_| "true"))
}

/// Adds what every control has into which a value is typed.
pub(super) fn typed(control: El, field: FieldState) -> El {
    typed_as(control, field, [str::to_owned; 2])
}

/// The same as [`typed`] if the page shows another text than is sent: `show` makes it of the value, and
/// `parse` the value of what was typed.
pub(super) fn typed_as(
    control: El,
    field: FieldState,
    [show, parse]: [fn(&str) -> String; 2],
) -> El {
    labelled(control, field)
        .attr("autocomplete", "off")
        .prop("value", move || field.text.with(|text| show(text)))
        .on("input", move |event| field.set_text(parse(&value(&event))))
        .on("change", move |_| field.check())
}
