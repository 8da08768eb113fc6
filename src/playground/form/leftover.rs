//! What was typed before into fields that the workflow no longer has: shown, so that it can be used.

use super::FormState;
use crate::playground::copy::copy_button;
use crate::playground::element::{El, button, el};
use crate::playground::messages as say;

/// The names and texts that no longer fit, each to copy or to drop.
pub(super) fn leftover(form: FormState) -> El {
    let entry = move |(name, text): (String, String)| {
        let (copied, dropped) = (text.clone(), name.clone());
        let forget = move || {
            form.leftover
                .update(|kept| kept.retain(|(own, _)| *own != dropped));
            form.touch();
        };
        el("li", "leftover-entry")
            .child(el("b", "").attr("dir", "auto").text(name))
            .child(el("span", "leftover-text").attr("dir", "auto").text(text))
            .child(copy_button(say::COPY, move || copied.clone()))
            .child(button("button small", forget).text(say::DISCARD))
    };
    el("div", "leftovers").live(move || {
        let kept = form.leftover.get();
        let view = el("div", "notice")
            .attr("data-tone", "warn")
            .child(el("p", "").text(say::UNMATCHED_VALUES));
        (!kept.is_empty())
            .then(|| view.child(el("ul", "leftover").children(kept.into_iter().map(entry))))
    })
}
