//! Shows values that match no field, so that they are not lost.

use super::state::FormState;
use crate::playground::copy::copy_button;
use crate::playground::messages as say;
use crate::playground::ui::{El, button, el};

/// The unmatched values, each with buttons to copy and to discard it.
pub(super) fn unmatched(form: FormState) -> El {
    let entry = move |(name, text): (String, String)| entry(form, name, text);
    el("div", "unmatched").live(move || {
        let values = form.unmatched.get();
        (!values.is_empty()).then(|| {
            let entries = el("ul", "unmatched-list").children(values.into_iter().map(entry));
            el("div", "notice")
                .attr("data-tone", "warn")
                .child(el("p", "").text(say::UNMATCHED_VALUES))
                .child(entries)
        })
    })
}

fn entry(form: FormState, name: String, text: String) -> El {
    let (copied, discarded) = (text.clone(), name.clone());
    let discard = move || {
        form.unmatched
            .update(|values| values.retain(|(other, _)| *other != discarded));
        form.save_soon();
    };
    el("li", "unmatched-entry")
        .child(el("b", "").attr("dir", "auto").text(name))
        .child(el("span", "unmatched-text").attr("dir", "auto").text(text))
        .child(copy_button(say::COPY, move || copied.clone()))
        .child(button("button small", discard).text(say::DISCARD))
}
