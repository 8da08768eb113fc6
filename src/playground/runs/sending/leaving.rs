//! Asks before the page is left while runs are still being sent: the others would wait until a person sends them.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::Event;

use ui::window;

/// The browser's own question, until it is dropped.
pub(super) struct LeavingQuestion(Closure<dyn Fn(Event)>);

const EVENT: &str = "beforeunload";

impl LeavingQuestion {
    pub(super) fn new() -> Self {
        let ask = Closure::<dyn Fn(Event)>::new(|event: Event| event.prevent_default());
        let _ = window().add_event_listener_with_callback(EVENT, ask.as_ref().unchecked_ref());
        Self(ask)
    }
}

impl Drop for LeavingQuestion {
    fn drop(&mut self) {
        let ask = self.0.as_ref().unchecked_ref();
        let _ = window().remove_event_listener_with_callback(EVENT, ask);
    }
}
