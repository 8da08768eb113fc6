//! The attributes and events that controls of several kinds share.

use crate::form::FieldState;
use ui::{El, value};

/// Adds the attributes of every control: its name and its descriptions.
pub(super) fn labelled(control: El, field: FieldState) -> El {
    let id = field.id();
    let described_by = [&id, "-error ", &id, "-hint ", &id, "-help"].concat();
    control
        .attr("id", id)
        .attr("name", field.name())
        .attr("aria-required", field.required().then_some("true"))
        .attr("aria-describedby", described_by)
}

/// Adds the attributes and events of every control for typed values.
pub(super) fn typed(control: El, field: FieldState) -> El {
    typed_as(control, field, [str::to_owned; 2])
}

/// Like [`typed`], for a control whose text differs from the value: `show` converts the value to text,
/// and `parse` converts typed text to the value.
pub(super) fn typed_as(
    control: El,
    field: FieldState,
    [show, parse]: [fn(&str) -> String; 2],
) -> El {
    labelled(control, field)
        .prop("value", move || field.text.with(|text| show(text)))
        .on("input", move |event| field.set_text(parse(&value(&event))))
        .on("change", move |_| field.check())
}
