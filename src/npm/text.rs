//! A JavaScript text as UTF-8, which the platform writes straight into our memory: browsers take
//! several times as long for bytes of its own, and those would be copied. Knows not what it says.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type TextEncoder;

    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;

    #[wasm_bindgen(method, js_name = encodeInto)]
    fn encode_into(this: &TextEncoder, text: &JsString, bytes: &mut [u8]) -> Encoded;

    type Encoded;

    /// How much of the text was read, in UTF-16.
    #[wasm_bindgen(method, getter)]
    fn read(this: &Encoded) -> u32;

    /// How many bytes were written.
    #[wasm_bindgen(method, getter)]
    fn written(this: &Encoded) -> usize;
}

/// The most bytes that one unit of UTF-16 takes.
const MOST: usize = 3;

/// The text, with U+FFFD for half a surrogate pair.
pub(super) fn utf8(text: &JsString) -> Vec<u8> {
    let encoder = TextEncoder::new();
    // Nearly all texts are nearly all ASCII.
    let mut bytes = vec![0; length(text)];
    let first = encoder.encode_into(text, &mut bytes);
    let mut end = first.written();
    if first.read() < text.length() {
        let rest = text.slice(first.read(), text.length());
        bytes.resize(end + MOST * length(&rest), 0);
        end += encoder.encode_into(&rest, &mut bytes[end..]).written();
    }
    bytes.truncate(end);
    bytes
}

/// How many units of UTF-16 a text has.
pub(super) fn length(text: &JsString) -> usize {
    usize::try_from(text.length()).unwrap_or(usize::MAX)
}
