//! Tabs, chosen by pointer or arrow keys. Knows nothing about what they show.

use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::language::Message;
use ui::{El, RwSignal, button, el, focus};

/// The element id of a tab; `group` names its tabs.
pub(super) fn id(group: &str, index: u32) -> String {
    [group, "-tab-", &index.to_string()].concat()
}

/// A list of tabs with these labels.
pub(super) fn tabs(
    group: &'static str,
    label: Message,
    labels: &[&'static str],
    chosen: RwSignal<u32>,
) -> El {
    let count = labels.len() as u32;
    let tab = |(index, label): (u32, &&'static str)| {
        let is_chosen = move || chosen.get() == index;
        button("segment", move || chosen.set(index))
            .attr("role", "tab")
            .attr("id", id(group, index))
            .attr("aria-controls", [group, "-panel"].concat())
            .attr("aria-selected", move || is_chosen().to_string())
            .attr("tabindex", move || if is_chosen() { "0" } else { "-1" })
            .text(*label)
    };
    el("div", "segments")
        .attr("role", "tablist")
        .attr("aria-label", label)
        .on("keydown", move |event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            let current = chosen.get_untracked();
            let next = match event.key().as_str() {
                "ArrowRight" => current + 1,
                "ArrowLeft" => current + count - 1,
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            chosen.set(next % count);
            focus(&id(group, next % count));
        })
        .children((0..).zip(labels).map(tab))
}

/// The empty panel of the tabs.
pub(super) fn panel(group: &'static str, chosen: RwSignal<u32>) -> El {
    el("div", "panel")
        .attr("role", "tabpanel")
        .attr("id", [group, "-panel"].concat())
        .attr("tabindex", "0")
        .attr("aria-labelledby", move || id(group, chosen.get()))
}
