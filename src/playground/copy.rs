//! A button that puts a text on the clipboard and says so.

use std::time::Duration;

use js_sys::{Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::element::{El, button};
use super::language::Message;
use super::messages as say;
use crate::playground::signal::RwSignal;

/// How long the button says what came of it.
const SAID: Duration = Duration::from_secs(2);

/// A button with this word; it copies what `text` gives when it is pressed.
pub(crate) fn copy_button(word: Message, text: impl Fn() -> String + 'static) -> El {
    copies(word, Box::new(text))
}

/// Compiled once, not once a caller.
fn copies(word: Message, text: Box<dyn Fn() -> String>) -> El {
    let said = RwSignal::new(word);
    let act = move || {
        let copied = write(&text());
        spawn_local(async move {
            let done = match copied {
                Some(copied) => JsFuture::from(copied).await.is_ok(),
                None => false,
            };
            let _ = said.try_set(if done { say::COPIED } else { say::COPY_FAILED });
            set_timeout(
                move || {
                    let _ = said.try_set(word);
                },
                SAID,
            );
        });
    };
    button("button small", act)
        .attr("aria-live", "polite")
        .text(move || said.get())
}

/// Begins to write; a page that did not come over a safe way has no clipboard.
fn write(text: &str) -> Option<Promise> {
    let navigator = window().navigator();
    let has = Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|own| own.is_object());
    has.then(|| navigator.clipboard().write_text(text))
}
