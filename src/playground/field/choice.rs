//! One of several options.

use super::named;
use crate::playground::element::{El, el, value};
use crate::playground::form::FieldState;

/// A list to choose from. What was kept and is no option any more stays to be seen.
pub(super) fn choice(field: FieldState, mut options: Vec<String>) -> El {
    let text = field.text.get_untracked();
    if !options.contains(&text) {
        options.insert(0, text);
    }
    let option = move |option: String| el("option", "").attr("value", option.clone()).text(option);
    named(el("select", "input"), field)
        .children(options.into_iter().map(option))
        .prop("value", move || field.text.get())
        .on("change", move |event| {
            field.take_text(value(&event));
            field.check();
        })
}
