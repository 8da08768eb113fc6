//! The notice with Undo.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{OFFERED, Offer, Undo};
use crate::messages as say;
use ui::{
    El, button, document, el, on_cleanup, on_window_key, set_timeout, untrack,
    window_event_listener_untyped,
};

/// The notice of one offer. It stays while it is hovered or has the focus. Its key works as long as the offer.
pub(super) fn notice(undo: Undo) -> El {
    let message = undo.offer.with(|offer| {
        let message = offer.as_ref().map(|offer| offer.message.clone());
        message.unwrap_or_default()
    });
    let focused = document().active_element();
    let press = move || act(undo, focused.as_ref());
    let notice = el("div", "undo-notice")
        .child(el("span", "").attr("dir", "auto").text(message))
        .child(
            button("button small", press)
                .attr("aria-keyshortcuts", "Control+Z Meta+Z")
                .text(say::UNDO),
        )
        .effect(move || withdraw_if_stale(undo));
    undo_on_ctrl_z(undo);
    hide_after(OFFERED, undo, notice.node().clone());
    notice
}

/// Withdraws an offer whose action can no longer be undone.
fn withdraw_if_stale(undo: Undo) {
    let current = |offer: &Offer| (offer.kind, offer.is_current.clone());
    let Some((kind, is_current)) = undo.offer.with(|offer| offer.as_ref().map(current)) else {
        return;
    };
    if !is_current() {
        untrack(|| undo.withdraw(kind));
    }
}

/// Undoes, and moves the focus back to where it was when the notice appeared.
fn act(undo: Undo, focused: Option<&Element>) {
    let Some(Offer { undo, .. }) = undo.take() else {
        return;
    };
    if let Some(focused) = focused.and_then(|focused| focused.dyn_ref::<HtmlElement>()) {
        let _ = focused.focus();
    }
    undo();
}

/// Ctrl or ⌘ with Z undoes, except in a text field after typing, which the field itself undoes.
fn undo_on_ctrl_z(undo: Undo) {
    let has_typed = Rc::new(Cell::new(false));
    let typed = has_typed.clone();
    let listener = window_event_listener_untyped("input", move |_| typed.set(true));
    on_cleanup(move || listener.remove());
    on_window_key(move |event| {
        let is_undo = event.key() == "z" && (event.ctrl_key() || event.meta_key());
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let is_text = target.is_some_and(|target| {
            target
                .matches("input:not([type=checkbox],[type=range]), textarea")
                .unwrap_or(true)
        });
        if is_undo && !(is_text && has_typed.get()) {
            event.prevent_default();
            act(undo, document().active_element().as_ref());
        }
    });
}

/// Hides the notice.
fn hide_after(time: Duration, undo: Undo, notice: Element) {
    let hide = move || {
        if !notice.is_connected() {
            return;
        }
        if notice.matches(":hover, :focus-within").unwrap_or(false) {
            hide_after(time, undo, notice);
        } else {
            let _ = notice.set_attribute("hidden", "");
            undo.pass();
        }
    };
    set_timeout(hide, time);
}
