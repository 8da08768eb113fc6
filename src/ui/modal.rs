//! Modal dialogs. The browser traps the focus in them, closes them on Escape and moves the focus back.

use leptos::prelude::queue_microtask;
use web_sys::{Event, HtmlDialogElement};

/// Opens a dialog as soon as the current call has put it into the page: the next key press already
/// reaches it.
pub fn open_modal(dialog: &HtmlDialogElement) {
    let dialog = dialog.clone();
    queue_microtask(move || {
        // It may have been closed in the meantime.
        if dialog.is_connected() && !dialog.open() {
            let _ = dialog.show_modal();
        }
    });
}

/// Closes a dialog that was clicked outside of its content.
pub fn close_outside(dialog: &HtmlDialogElement) -> impl Fn(Event) + 'static {
    let dialog = dialog.clone();
    move |event| {
        if event.target().as_ref() == Some(dialog.as_ref()) {
            dialog.close();
        }
    }
}
