//! The abort of one call: by the caller's signal, by the deadline, or because nobody waits any
//! more.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, AbortSignal};

use crate::client::ErrorKind;

/// Aborts its call when the caller's signal fires, when the time is over, and when it is dropped.
/// The controller is ours, so that the reason is always the default one whatever the caller's is.
pub(crate) struct Guard {
    controller: AbortController,
    signal: AbortSignal,
    caller: Option<AbortSignal>,
    deadline: Option<AbortSignal>,
    listener: Closure<dyn FnMut()>,
}

impl Guard {
    /// A guard of a caller's signal and of a time in milliseconds, 0 for any time.
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

    /// Why a call got no answer: somebody ended it, or the network did.
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

/// Whether it is the signal of `AbortSignal.timeout`, or passes on the reason of one.
fn is_timeout(signal: &AbortSignal) -> bool {
    let name = Reflect::get(&signal.reason(), &"name".into());
    name.is_ok_and(|name| name == "TimeoutError")
}

impl Drop for Guard {
    fn drop(&mut self) {
        for signal in self.sources() {
            let listener = self.listener.as_ref().unchecked_ref();
            // Nothing to do about a listener that cannot be removed: it aborts a finished call.
            let _ = signal.remove_event_listener_with_callback("abort", listener);
        }
        self.controller.abort();
    }
}
