//! The focus in the list of instances. It stays on its instance while others are added, removed or
//! scrolled away, and Page Up and Page Down move it.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::board::Board;
use ui::{El, document, focus_in_place, queue_microtask};

/// Follows and moves the focus in the list, which `scroller` scrolls.
pub(super) fn with_focus(board: Board, scroller: Element, feed: El) -> El {
    let node = feed.node().clone();
    feed.effect(refocus(board, node.clone()))
        .on("focusin", move |event| focus_entered(board, &event))
        .on("focusout", move |event| focus_left(board, &node, &event))
        .on("keydown", move |event| turn_page(board, &scroller, &event))
}

fn article(feed: &Element, key: usize) -> Option<HtmlElement> {
    let selector = ["[data-key=\"", &key.to_string(), "\"]"].concat();
    let found = feed.query_selector(&selector).ok().flatten();
    found.and_then(|found| found.dyn_into().ok())
}

/// Moves the focus to its instance after the focused element was removed from the page.
fn refocus(board: Board, feed: Element) -> impl Fn() {
    move || {
        board.arranged.track();
        board.scrolled.track();
        let Some(key) = board.read(|state| state.focused) else {
            return;
        };
        let feed = feed.clone();
        // The list tracks the same signals, and effects run in any order: the instance is in the page
        // only after all of them have run.
        queue_microtask(move || restore_focus(&feed, key));
    }
}

fn restore_focus(feed: &Element, key: usize) {
    let active = document().active_element();
    let lost = active.is_none_or(|active| active.tag_name() == "BODY");
    if let (true, Some(article)) = (lost, article(feed, key)) {
        focus_in_place(&article);
    }
}

fn target_of(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn key_of(event: &Event) -> Option<usize> {
    let article = target_of(event)?.closest("[data-key]").ok().flatten()?;
    article.get_attribute("data-key")?.parse().ok()
}

fn focus_entered(board: Board, event: &Event) {
    let key = key_of(event);
    board.update(|state| state.focused = key);
}

/// Releases the instance that had the focus. If only a control in it was removed, it gets the focus back.
fn focus_left(board: Board, feed: &Element, event: &Event) {
    board.update(|state| state.focused = None);
    let (Some(target), Some(key)) = (target_of(event), key_of(event)) else {
        return;
    };
    let feed = feed.clone();
    // Chromium fires this event just before it removes a focused element.
    queue_microtask(move || {
        if !target.is_connected() {
            restore_focus(&feed, key);
        }
    });
}

/// Page Up and Page Down move the focus between instances, as in every feed.
fn turn_page(board: Board, scroller: &Element, event: &Event) {
    let (Some(key), Some(pressed)) = (key_of(event), event.dyn_ref::<KeyboardEvent>()) else {
        return;
    };
    let step = match pressed.key().as_str() {
        "PageDown" => 1,
        "PageUp" => -1,
        _ => return,
    };
    let next = board.read(|state| {
        let index = state.shown_index(key)?.checked_add_signed(step)?;
        let next = state.shown_at(index)?;
        Some((next, state.offset(next) - state.offset(key)))
    });
    let Some((next, distance)) = next else {
        return;
    };
    event.prevent_default();
    if let Some(active) = document().active_element() {
        let _ = active.unchecked_into::<HtmlElement>().blur();
    }
    board.update(|state| state.focused = Some(next));
    let top = f64::from(scroller.scroll_top()) + distance;
    scroller.set_scroll_top(top.round() as i32);
    // The effects of this add the instance to the page and focus it.
    board.refresh_viewport();
}
