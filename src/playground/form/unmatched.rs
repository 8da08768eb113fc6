//! Shows values that match no field, so that they are not lost. Most forms have none, so their view is in the
//! deferred chunk.

use super::state::FormState;
use super::undoable::Undoable;
use crate::copy::copy_button;
use crate::deferred::Deferred;
use crate::messages as say;
use ui::{El, button, el, untrack};

type Values = Vec<(String, String)>;

pub(super) static VALUES: Deferred<fn(FormState, Values) -> El> = Deferred::new();

/// Where the unmatched values appear.
pub(super) fn unmatched(form: FormState) -> El {
    el("div", "unmatched").live(move || {
        let values = form.unmatched.get();
        let view = |values| VALUES.get_or_load(|view| untrack(|| view(form, values)));
        Some(values)
            .filter(|values| !values.is_empty())
            .and_then(view)
    })
}

/// The unmatched values, each with buttons to copy and to discard it.
pub(super) fn values(form: FormState, values: Values) -> El {
    let entry = move |(name, text): (String, String)| entry(form, name, text);
    let entries = el("ul", "unmatched-list").children(values.into_iter().map(entry));
    el("div", "notice")
        .attr("data-tone", "warn")
        .child(el("p", "").text(say::UNMATCHED_VALUES))
        .child(entries)
}

fn entry(form: FormState, name: String, text: String) -> El {
    let (copied, discarded) = (text.clone(), name.clone());
    let discard = move || {
        let name = discarded.clone();
        Undoable::new(form).change(say::DISCARDED.with(&[&name]), move || {
            form.unmatched.take(&name);
            form.save_soon();
        });
    };
    el("li", "unmatched-entry")
        .child(el("b", "").attr("dir", "auto").text(name))
        .child(el("span", "unmatched-text").attr("dir", "auto").text(text))
        .child(copy_button(say::COPY, move || copied.clone()))
        .child(button("button small", discard).text(say::DISCARD))
}
