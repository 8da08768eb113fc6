//! A text that a run gave: its start, so that a very long one does not stop the page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response};

use crate::playground::copy::copy_button;
use crate::playground::language::bytes;
use crate::playground::messages as say;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, el};

/// The most of a text that is shown, in bytes.
const SHOWN: f64 = 64e3;

/// A text, and what is to be said of it.
#[derive(Clone, Default)]
struct Shown {
    text: String,
    note: Option<String>,
}

/// The text at an address that needs no key, and a button that copies what is shown of it.
pub(super) fn text_output(url: String, name: String) -> (El, El) {
    let note = Some(say::OUTPUT_TEXT_LOADING.now().to_owned());
    let shown = RwSignal::new(Shown {
        text: String::new(),
        note,
    });
    spawn_local(async move {
        let read = read(&url).await.unwrap_or_else(|why| Shown {
            text: String::new(),
            note: Some(say::OUTPUT_TEXT_FAILED.with(&[&why])),
        });
        // Another result may be shown by now.
        let _ = shown.try_set(read);
    });
    let text = el("div", "output-lines")
        .child(
            el("pre", "output-text")
                .attr("dir", "auto")
                .attr("tabindex", "0")
                .attr("role", "group")
                .attr("aria-label", name)
                .text(move || shown.with(|shown| shown.text.clone())),
        )
        .child(el("p", "hint").text(move || shown.with(|shown| shown.note.clone())));
    let copy = copy_button(say::COPY, move || {
        shown.with_untracked(|shown| shown.text.clone())
    });
    (text, copy)
}

async fn read(url: &str) -> Result<Shown, String> {
    let answer: Response = JsFuture::from(window().fetch_with_str(url))
        .await
        .map_err(|thrown| words(&thrown))?
        .unchecked_into();
    if !answer.ok() {
        return Err(answer.status().to_string());
    }
    // The rest stays outside WebAssembly, where it costs nothing.
    let blob = answer.blob().map_err(|thrown| words(&thrown))?;
    let blob: Blob = JsFuture::from(blob)
        .await
        .map_err(|thrown| words(&thrown))?
        .unchecked_into();
    let start = blob
        .slice_with_f64_and_f64(0.0, SHOWN)
        .map_err(|thrown| words(&thrown))?;
    let text = JsFuture::from(start.text())
        .await
        .map_err(|thrown| words(&thrown))?;
    let text = text.as_string().unwrap_or_default();
    let is_cut = blob.size() > SHOWN;
    Ok(Shown {
        note: is_cut
            .then(|| say::OUTPUT_TEXT_TRUNCATED.with(&[&bytes(SHOWN), &bytes(blob.size())])),
        // Of a character that was cut through nothing is left but its mark.
        text: match is_cut {
            true => text.trim_end_matches('\u{fffd}').to_owned(),
            false => text,
        },
    })
}

fn words(thrown: &JsValue) -> String {
    let message = js_sys::Reflect::get(thrown, &"message".into()).unwrap_or_default();
    message.as_string().unwrap_or_default()
}
