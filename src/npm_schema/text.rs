//! Encodes a JavaScript string as UTF-8, directly into our memory. Encoding into a buffer of its own
//! takes browsers several times as long, and the bytes would be copied again.

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

    /// The number of UTF-16 units read.
    #[wasm_bindgen(method, getter)]
    fn read(this: &Encoded) -> u32;

    /// The number of bytes written.
    #[wasm_bindgen(method, getter)]
    fn written(this: &Encoded) -> usize;
}

/// The maximum number of bytes per UTF-16 unit.
const MOST: usize = 3;

/// The text as UTF-8, with U+FFFD for an unpaired surrogate.
pub(crate) fn utf8(text: &JsString) -> Vec<u8> {
    let encoder = TextEncoder::new();
    // Most texts are mostly ASCII, so one byte per unit is nearly always enough.
    let mut bytes = vec![0; length(text)];
    let first = encoder.encode_into(text, &mut bytes);
    let mut end = first.written();
    if first.read() < text.length() {
        let rest = text.slice(first.read(), text.length());
        bytes.resize(end + MOST * length(&rest), 0);
        if let Some(unwritten) = bytes.get_mut(end..) {
            end += encoder.encode_into(&rest, unwritten).written();
        }
    }
    bytes.truncate(end);
    bytes
}

/// The length of a text in UTF-16 units.
pub(crate) fn length(text: &JsString) -> usize {
    usize::try_from(text.length()).unwrap_or(usize::MAX)
}
