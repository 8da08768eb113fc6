//! Calls and views that can wait until the page is on the screen.

use std::cell::RefCell;

use leptos::prelude::{request_animation_frame, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use super::element::El;
use super::signal::RwSignal;

thread_local! {
    /// The calls that wait until the browser is idle.
    static WAITING: RefCell<Vec<Box<dyn FnOnce()>>> = RefCell::default();
}

impl El {
    /// Like [`Self::live`], for a child that need not be in the first view: it is made when the browser is idle.
    pub fn live_when_idle(self, make: impl Fn() -> Option<El> + 'static) -> Self {
        let is_due = RwSignal::new(false);
        when_idle(move || is_due.set(true));
        self.live(move || is_due.get().then(&make)?)
    }
}

/// Makes a call after the next paint.
pub fn after_paint(call: impl FnOnce() + 'static) {
    request_animation_frame(|| request_animation_frame(call));
}

/// Makes a call after the next paint, as soon as the browser is idle.
pub fn when_idle(call: impl FnOnce() + 'static) {
    let is_first = WAITING.with_borrow_mut(|waiting| {
        waiting.push(Box::new(call));
        waiting.len() == 1
    });
    // One request for all, because a new form has several calls.
    if is_first {
        request_animation_frame(request_idle);
    }
}

fn request_idle() {
    let (window, call) = (window(), Closure::once_into_js(make_calls));
    let call = call.unchecked_ref();
    // Not every browser has idle callbacks.
    if window.request_idle_callback(call).is_err() {
        let _ = window.set_timeout_with_callback(call);
    }
}

fn make_calls() {
    for call in WAITING.take() {
        call();
    }
}
