//! Tabs: one of several is chosen, by pointer or by the arrow keys. Knows nothing of what they show.

use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::focus::focus;
use crate::playground::element::{El, button, el};
use crate::playground::language::Message;
use crate::playground::signal::RwSignal;

/// The id of a tab; `group` is its tabs' own name.
pub(super) fn id(group: &str, place: u32) -> String {
    [group, "-tab-", &place.to_string()].concat()
}

/// Tabs with these words.
pub(super) fn tabs(
    group: &'static str,
    label: Message,
    words: &[&'static str],
    chosen: RwSignal<u32>,
) -> El {
    let count = words.len() as u32;
    let tab = |(place, word): (u32, &&'static str)| {
        let is_chosen = move || chosen.get() == place;
        button("segment", move || chosen.set(place))
            .attr("role", "tab")
            .attr("id", id(group, place))
            .attr("aria-controls", [group, "-panel"].concat())
            .attr("aria-selected", move || is_chosen().to_string())
            .attr("tabindex", move || if is_chosen() { "0" } else { "-1" })
            .text(*word)
    };
    el("div", "segments")
        .attr("role", "tablist")
        .attr("aria-label", label)
        .on("keydown", move |event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            let here = chosen.get_untracked();
            let next = match event.key().as_str() {
                "ArrowRight" => here + 1,
                "ArrowLeft" => here + count - 1,
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            chosen.set(next % count);
            focus(&id(group, next % count));
        })
        .children((0..).zip(words).map(tab))
}

/// What the tabs show one of; to be filled.
pub(super) fn panel(group: &'static str, chosen: RwSignal<u32>) -> El {
    el("div", "panel")
        .attr("role", "tabpanel")
        .attr("id", [group, "-panel"].concat())
        .attr("tabindex", "0")
        .attr("aria-labelledby", move || id(group, chosen.get()))
}
