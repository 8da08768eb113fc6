//! Calls and views that can wait until the page is on the screen.

use leptos::prelude::{request_animation_frame, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use super::element::El;
use super::signal::RwSignal;

impl El {
    /// Like [`Self::live`], for a child that need not be in the first view: it is made when the browser is idle.
    pub(crate) fn live_when_idle(self, make: impl Fn() -> Option<El> + 'static) -> Self {
        let is_due = RwSignal::new(false);
        when_idle(move || is_due.set(true));
        self.live(move || is_due.get().then(&make)?)
    }
}

/// Makes a call after the next paint, as soon as the browser is idle.
pub(crate) fn when_idle(call: impl FnOnce() + 'static) {
    let call: Box<dyn FnOnce()> = Box::new(call);
    request_animation_frame(|| request_idle(call));
}

fn request_idle(call: Box<dyn FnOnce()>) {
    let (window, call) = (window(), Closure::once_into_js(call));
    let call = call.unchecked_ref();
    // Not every browser has idle callbacks.
    if window.request_idle_callback(call).is_err() {
        let _ = window.set_timeout_with_callback(call);
    }
}
