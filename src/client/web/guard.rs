//! Ends one call: on the caller's signal, at the deadline, or when its future is dropped. Knows nothing
//! about requests.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal};

use crate::client::error::ErrorKind;

/// Aborts its call when the caller's signal fires, at the deadline and when it is dropped. It has its own
/// controller, so that the abort reason is always the default one.
pub(crate) struct Guard {
    controller: AbortController,
    signal: AbortSignal,
    caller: Option<AbortSignal>,
    deadline: Option<AbortSignal>,
    listener: Closure<dyn FnMut()>,
}

impl Guard {
    /// A guard for the caller's signal and a timeout in milliseconds; 0 means none.
    pub(crate) fn new(caller: Option<&AbortSignal>, timeout_ms: u32) -> Result<Self, JsValue> {
        let controller = AbortController::new()?;
        let abort = controller.clone();
        let guard = Self {
            signal: controller.signal(),
            controller,
            caller: caller.cloned(),
            deadline: (timeout_ms > 0).then(|| AbortSignal::timeout_with_u32(timeout_ms)),
            listener: Closure::new(move || abort.abort()),
        };
        for signal in guard.sources() {
            if signal.aborted() {
                guard.controller.abort();
            }
            signal.add_event_listener_with_callback(
                "abort",
                guard.listener.as_ref().unchecked_ref(),
            )?;
        }
        Ok(guard)
    }

    pub(crate) fn signal(&self) -> &AbortSignal {
        &self.signal
    }

    /// Why a call got no answer: an abort, the deadline or the network.
    pub(crate) fn kind(&self) -> ErrorKind {
        let caller = self.caller.as_ref().filter(|signal| signal.aborted());
        if caller.is_some_and(|signal| !is_timeout(signal)) {
            ErrorKind::Aborted
        } else if caller.is_some() || self.deadline.as_ref().is_some_and(AbortSignal::aborted) {
            ErrorKind::Timeout
        } else {
            ErrorKind::Network
        }
    }

    fn sources(&self) -> impl Iterator<Item = &AbortSignal> {
        self.caller.iter().chain(&self.deadline)
    }
}

/// Whether a signal comes from `AbortSignal.timeout`, or repeats its reason.
fn is_timeout(signal: &AbortSignal) -> bool {
    let name = Reflect::get(&signal.reason(), &"name".into());
    name.is_ok_and(|name| name == "TimeoutError")
}

impl Drop for Guard {
    fn drop(&mut self) {
        for signal in self.sources() {
            let listener = self.listener.as_ref().unchecked_ref();
            // A listener that cannot be removed only aborts a finished call.
            let _ = signal.remove_event_listener_with_callback("abort", listener);
        }
        self.controller.abort();
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, ms: u32) -> JsValue;
}

/// Waits this many milliseconds, or until the abort.
pub(super) async fn sleep(ms: u32, signal: &AbortSignal) {
    let passed = Promise::new(&mut |resolve, _| drop(set_timeout(&resolve, ms)));
    let aborted = Promise::new(&mut |resolve, _| {
        // Without the listener, the abort only takes effect after the wait.
        let _ = signal.add_event_listener_with_callback("abort", &resolve);
    });
    let _ = JsFuture::from(Promise::race(&Array::of2(&passed, &aborted))).await;
}
