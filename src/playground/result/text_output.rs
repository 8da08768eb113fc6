//! A text output. Only the beginning is read, so that a long text does not block the page.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response};

use crate::charset::windows_1252;
use crate::copy::copy_button;
use crate::language::bytes;
use crate::messages as say;
use ui::{El, RwSignal, el, spawn_local, window};

/// The maximum size of the shown text, in bytes.
const MAX_SHOWN: f64 = 64e3;

/// Some programs begin a text in UTF-8 with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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
    let buffer = JsFuture::from(start.array_buffer())
        .await
        .map_err(|error| message(&error))?;
    let start = Uint8Array::new(&buffer);
    let is_truncated = blob.size() > MAX_SHOWN;
    let text = match unicode(&start.to_vec(), is_truncated) {
        Some(text) => text,
        None => windows_1252(&start).map_err(|error| message(&error))?,
    };
    let note = is_truncated
        .then(|| say::OUTPUT_TEXT_TRUNCATED.with(&[&bytes(MAX_SHOWN), &bytes(blob.size())]));
    Ok(Shown { text, note })
}

/// A text in UTF-8; `None` for other bytes. The last character of a truncated text may be cut in half.
fn unicode(bytes: &[u8], is_truncated: bool) -> Option<String> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => Some(text.to_owned()),
        Err(error) if is_truncated && error.error_len().is_none() => {
            let (whole, _) = bytes.split_at_checked(error.valid_up_to())?;
            str::from_utf8(whole).ok().map(str::to_owned)
        }
        Err(_) => None,
    }
}

fn message(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into()).unwrap_or_default();
    message.as_string().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::unicode;

    #[test]
    fn only_a_truncated_text_may_end_within_a_character() {
        let cut = &"Größe".as_bytes()[..3];
        assert_eq!(unicode(cut, true).as_deref(), Some("Gr"));
        assert_eq!(unicode(cut, false), None);
        assert_eq!(
            unicode("\u{feff}Größe".as_bytes(), false).as_deref(),
            Some("Größe")
        );
    }

    #[test]
    fn other_bytes_are_not_utf_8() {
        for is_truncated in [true, false] {
            assert_eq!(unicode(b"Gr\xf6\xdfe", is_truncated), None);
        }
    }
}
