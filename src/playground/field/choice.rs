//! The control for one of several options.

use super::attributes::labelled;
use crate::form::FieldState;
use ui::{El, choice_option, template, value};

/// A list of the options. A value that is not among them stays visible.
pub(super) fn choice(field: FieldState, options: Vec<String>) -> El {
    let known = options.clone();
    let unknown = move || {
        let text = field.text.get();
        (!known.contains(&text)).then(|| option(text))
    };
    labelled(template("control-choice"), field)
        .live(unknown)
        .children(options.into_iter().map(option))
        .prop("value", move || field.text.get())
        .on("change", move |event| {
            field.set_text(value(&event));
            field.check();
        })
}

fn option(text: String) -> El {
    choice_option(&text, &text)
}
