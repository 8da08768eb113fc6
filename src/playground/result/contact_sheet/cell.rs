//! One result of a contact sheet, and the keys that move between them.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent};

use super::super::focus::focus_result;
use crate::runs::{
    RunRow, Runs, cell_caption, picture, progress_bar, run_caption, run_icons, short_status,
    star_button,
};
use ui::{El, StoredValue, document, el, untrack};

/// A result with its value; before, its state and progress. A press selects it, and a second one shows it alone.
pub(super) fn cell(row: RunRow, runs: Runs) -> El {
    let record = row.record;
    let was_selected = StoredValue::new(false);
    let note_selected = move |_| was_selected.set_value(untrack(|| is_selected(row, runs)));
    let press = move |event: Event| {
        let is_by_key = event
            .dyn_ref::<MouseEvent>()
            .is_some_and(|event| event.detail() == 0);
        if is_by_key || was_selected.get_value() || untrack(|| runs.stage.is_comparing()) {
            runs.stage.select(row.key);
            focus_result();
        } else {
            runs.stage.select_in_batch(row.key);
        }
    };
    let select = move |_| {
        if untrack(|| !runs.stage.is_comparing() && !is_selected(row, runs)) {
            runs.stage.select_in_batch(row.key);
        }
    };
    let value = el("span", "cell-value")
        .attr("dir", "auto")
        .attr("title", move || run_caption(row, runs))
        .text(move || cell_caption(row, runs));
    let show = el("button", "cell-show")
        .attr("type", "button")
        .attr("aria-pressed", move || {
            runs.stage.is_pressed(row.key).to_string()
        })
        // The focus, which selects, comes before the click.
        .on("pointerdown", note_selected)
        .on("focus", select)
        .on("click", press)
        .child(picture(el("span", "tile-picture"), row))
        .child(value)
        .child(el("span", "run-status").text(move || short_status(row)));
    el("li", "cell")
        .attr("data-run-id", move || {
            record.with(|record| record.run_id.clone())
        })
        .attr("data-state", move || row.state().name())
        .attr("data-starred", move || {
            record.with(|record| record.is_starred.then_some(""))
        })
        .child(show)
        .child(el("span", "cell-star").child(star_button(row)))
        .child(progress_bar(row))
        .child(run_icons(row))
}

/// Whether a result is the one that the actions are for; tracked.
fn is_selected(row: RunRow, runs: Runs) -> bool {
    runs.stage.shown.get() == Some(row.key)
}

/// The arrow keys move between the cells, also between rows of cells.
pub(super) fn move_focus(event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let sheet = event
        .current_target()
        .and_then(|sheet| sheet.dyn_into::<Element>().ok());
    let Some(buttons) = sheet.and_then(|sheet| sheet.query_selector_all(".cell-show").ok()) else {
        return;
    };
    let all: Vec<HtmlElement> = (0..buttons.length())
        .filter_map(|index| buttons.get(index)?.dyn_into().ok())
        .collect();
    let active = document().active_element();
    let Some(here) = all
        .iter()
        .position(|button| active.as_ref() == Some(button.as_ref()))
    else {
        return;
    };
    let top = |button: &HtmlElement| button.get_bounding_client_rect().top();
    let first = all.first().map(top);
    let in_row = all.iter().filter(|button| Some(top(button)) == first);
    let in_row = in_row.count();
    let next = match event.key().as_str() {
        "ArrowRight" => here + 1,
        "ArrowLeft" => here.wrapping_sub(1),
        "ArrowDown" => here + in_row,
        "ArrowUp" => here.wrapping_sub(in_row),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return,
    };
    event.prevent_default();
    if let Some(button) = all.get(next) {
        let _ = button.focus();
    }
}
