//! The bar of tabs under a narrow page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, KeyboardEvent};

use super::messages as say;
use super::runs::Runs;
use super::tab::Tab;
use super::ui::RwSignal;
use super::ui::{El, button, el};

/// The tabs; that of the runs shows how many are in progress.
pub(crate) fn tab_bar(tab: RwSignal<Tab>) -> El {
    let runs: Runs = expect_context();
    let active = move || {
        let active = runs
            .rows
            .with(|rows| rows.iter().filter(|row| row.is_active()).count());
        (active > 0).then(|| active.to_string())
    };
    let choice = move |this: Tab| {
        let chosen = move || tab.get() == this;
        button("tab", move || tab.set(this))
            .attr("role", "tab")
            .attr("id", ["tab-", this.id()].concat())
            .attr("aria-controls", ["region-", this.id()].concat())
            .attr("aria-selected", move || chosen().to_string())
            .attr("tabindex", move || if chosen() { "0" } else { "-1" })
            .text(this.label())
            .child(el("span", "tab-count").text(move || active().filter(|_| this == Tab::Runs)))
    };
    let list = el("div", "tab-list")
        .attr("role", "tablist")
        .on("keydown", move |event| move_by_key(tab, &event))
        .children(Tab::ALL.map(choice));
    el("nav", "tabs")
        .attr("aria-label", say::REGIONS)
        .child(list)
}

/// The arrow keys move from tab to tab.
fn move_by_key(tab: RwSignal<Tab>, event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let step = match event.key().as_str() {
        "ArrowRight" => 1,
        "ArrowLeft" => Tab::ALL.len() - 1,
        _ => return,
    };
    let here = Tab::ALL
        .iter()
        .position(|this| *this == tab.get_untracked())
        .unwrap_or_default();
    let Some(next) = Tab::ALL.get((here + step) % Tab::ALL.len()) else {
        return;
    };
    tab.set(*next);
    let button = document().get_element_by_id(&["tab-", next.id()].concat());
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
