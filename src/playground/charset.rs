//! Texts that are not in Unicode.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use web_sys::TextDecoder;

/// The text of bytes as most programs on Windows write them, where each byte is a character.
///
/// # Errors
/// The browser's own, if it cannot decode them.
pub(crate) fn windows_1252(bytes: &Uint8Array) -> Result<String, JsValue> {
    let decoder = TextDecoder::new_with_label("windows-1252")?;
    decoder.decode_with_js_u8_array(bytes)
}
