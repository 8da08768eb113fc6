//! A button that copies a text to the clipboard and confirms it.

use std::time::Duration;

use js_sys::{Promise, Reflect};
use wasm_bindgen_futures::JsFuture;

use super::language::Message;
use super::messages as say;
use ui::{El, RwSignal, button, el, set_timeout, spawn_local, window};

/// How long the button shows the result.
const RESULT_SHOWN: Duration = Duration::from_secs(2);

/// How long it shows why nothing was copied, which takes longer to read.
const REASON_SHOWN: Duration = Duration::from_secs(6);

/// A button with this label; a press copies what `text` returns.
pub(crate) fn copy_button(label: Message, text: impl Fn() -> String + 'static) -> El {
    erased(label, Box::new(text))
}

/// A command, and a button that copies it.
pub(crate) fn command(command: &str) -> El {
    let copied = command.to_owned();
    el("span", "command")
        .child(el("code", "").attr("dir", "ltr").text(command.to_owned()))
        .child(copy_button(say::COPY, move || copied.clone()))
}

/// Compiled once, not per caller.
fn erased(label: Message, text: Box<dyn Fn() -> String>) -> El {
    let shown = RwSignal::new(label);
    let act = move || {
        let copied = write(&text());
        spawn_local(async move {
            let result = match copied {
                Some(copied) => match JsFuture::from(copied).await {
                    Ok(_) => say::COPIED,
                    Err(_) => say::COPY_FAILED,
                },
                None if !window().is_secure_context() => say::COPY_INSECURE,
                None => say::COPY_FAILED,
            };
            let shown_for = if result == say::COPIED {
                RESULT_SHOWN
            } else {
                REASON_SHOWN
            };
            let _ = shown.try_set(result);
            set_timeout(
                move || {
                    let _ = shown.try_set(label);
                },
                shown_for,
            );
        });
    };
    button("button small", act)
        .attr("aria-live", "polite")
        .text(move || shown.get())
}

/// Starts writing; a page that was not loaded over https has no clipboard.
fn write(text: &str) -> Option<Promise> {
    let navigator = window().navigator();
    let has =
        Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    has.then(|| navigator.clipboard().write_text(text))
}
