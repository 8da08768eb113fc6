//! Calls that wait while a pointer is down, because they move what is on the screen: between press and release,
//! a button that moves away loses the click.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::prelude::{document, set_timeout, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, MouseEvent};

/// A finger sends the events of a mouse after its own, and moves the focus with them.
const PRESSES: [&str; 2] = ["pointerdown", "mousedown"];

/// What a click is for. A press elsewhere, such as on a scroll bar, may never be seen to end.
const CLICKED: &str = "button, a, summary, label, input, img, [role=button]";

/// How a press ends. A context menu and a drag keep the release from the page.
const RELEASES: [&str; 5] = [
    "pointerup",
    "pointercancel",
    "mouseup",
    "dragend",
    "contextmenu",
];

thread_local! {
    static IS_DOWN: Cell<bool> = const { Cell::new(false) };
    static WAITING: RefCell<Vec<Box<dyn FnOnce()>>> = RefCell::default();
}

/// Makes a call now, or if a pointer is down, as soon as it is up and its click was delivered.
pub fn after_click(call: impl FnOnce() + 'static) {
    if IS_DOWN.get() {
        WAITING.with_borrow_mut(|waiting| waiting.push(Box::new(call)));
    } else {
        call();
    }
}

/// Starts to watch the pointers. Until then, [`after_click`] does not wait.
pub fn watch_pointers() {
    // One may be down already.
    let root = document().document_element();
    IS_DOWN.set(root.is_some_and(|root| root.matches(":active") == Ok(true)));
    listen(&PRESSES, |event| {
        let mouse = event.dyn_ref::<MouseEvent>();
        if mouse.is_some_and(|mouse| mouse.button() == 0) && is_on_clicked(&event) {
            IS_DOWN.set(true);
        }
    });
    listen(&RELEASES, |_| {
        IS_DOWN.set(false);
        // The click comes in the same task as the release.
        set_timeout(make_calls, Duration::ZERO);
    });
}

fn is_on_clicked(event: &Event) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| matches!(target.closest(CLICKED), Ok(Some(_))))
}

/// Listens before any element does, since one may stop the event.
fn listen(events: &[&str], act: fn(Event)) {
    let act = Closure::<dyn FnMut(Event)>::new(act).into_js_value();
    for event in events {
        let _ =
            window().add_event_listener_with_callback_and_bool(event, act.unchecked_ref(), true);
    }
}

fn make_calls() {
    // A finger's mouse events come after its release.
    if IS_DOWN.get() {
        return;
    }
    for call in WAITING.take() {
        call();
    }
}
