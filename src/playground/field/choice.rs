//! One of several options.

use super::named;
use crate::playground::element::{El, el, value};
use crate::playground::form::FieldState;

/// A list to choose from. What was kept or given and is no option stays to be seen.
pub(super) fn choice(field: FieldState, options: Vec<String>) -> El {
    let known = options.clone();
    let strange = move || {
        let text = field.text.get();
        (!known.contains(&text)).then(|| el("option", "").attr("value", text.clone()).text(text))
    };
    let option = |option: String| el("option", "").attr("value", option.clone()).text(option);
    named(el("select", "input"), field)
        .live(strange)
        .children(options.into_iter().map(option))
        .prop("value", move || field.text.get())
        .on("change", move |event| {
            field.take_text(value(&event));
            field.check();
        })
}
