//! A text output. Only the beginning is read, so that a long text does not block the page.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response};

use crate::copy::copy_button;
use crate::language::bytes;
use crate::messages as say;
use ui::{El, RwSignal, el, spawn_local, window};

/// The maximum size of the shown text, in bytes.
const MAX_SHOWN: f64 = 64e3;

/// A text and a note about it.
#[derive(Clone, Default)]
struct Shown {
    text: String,
    note: Option<String>,
}

/// The text at an address that needs no key, and a button that copies the part shown.
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
        // The user may have selected another result in the meantime.
        let _ = shown.try_set(read);
    });
    let text = el("div", "output-text-box")
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
        .map_err(|error| message(&error))?
        .unchecked_into();
    if !answer.ok() {
        return Err(answer.status().to_string());
    }
    // A blob stays outside WebAssembly: only the slice is copied.
    let blob = answer.blob().map_err(|error| message(&error))?;
    let blob: Blob = JsFuture::from(blob)
        .await
        .map_err(|error| message(&error))?
        .unchecked_into();
    let start = blob
        .slice_with_f64_and_f64(0.0, MAX_SHOWN)
        .map_err(|error| message(&error))?;
    let text = JsFuture::from(start.text())
        .await
        .map_err(|error| message(&error))?;
    let text = text.as_string().unwrap_or_default();
    let is_truncated = blob.size() > MAX_SHOWN;
    Ok(Shown {
        note: is_truncated
            .then(|| say::OUTPUT_TEXT_TRUNCATED.with(&[&bytes(MAX_SHOWN), &bytes(blob.size())])),
        // A character cut in half decodes to U+FFFD.
        text: match is_truncated {
            true => text.trim_end_matches('\u{fffd}').to_owned(),
            false => text,
        },
    })
}

fn message(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into()).unwrap_or_default();
    message.as_string().unwrap_or_default()
}
