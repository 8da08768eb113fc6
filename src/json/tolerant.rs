//! Reads JSON that Python, ComfyUI and its nodes wrote, and files in any Unicode encoding. Replaces what JSON does not
//! allow, one value at a time, so that a single odd value never costs a whole answer or file. Knows no keys.
//!
//! Python writes `NaN` and `Infinity`, which become null. It also writes half of a surrogate pair, for a file name
//! that is not UTF-8 or for a text that was cut within an emoji: it becomes U+FFFD. What is nested too deeply for a
//! tree of values becomes null. Numbers of any size keep their digits.
//!
//! What a caller of ours sends is read strictly instead, with `serde_json`.

mod repair;
mod text;

use std::borrow::Cow;

use serde::de::DeserializeOwned;

pub use text::{is_windows_1252, text, without_surrogates};

/// Reads JSON with a strict reader, and once more if that fails and there was something to replace. So JSON without
/// oddities costs nothing.
///
/// # Errors
/// That of the reader.
pub fn read<T, E>(bytes: &[u8], mut reader: impl FnMut(&str) -> Result<T, E>) -> Result<T, E> {
    let text = text::decoded(bytes);
    reader(&text).or_else(|error| match repair::repaired(&text) {
        Some(repaired) => reader(&repaired),
        None => Err(error),
    })
}

/// Reads JSON as a type.
///
/// # Errors
/// The bytes are not JSON, or not of this type.
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    read(bytes, |text| serde_json::from_str(text))
}

/// Strict JSON in the place of this JSON, for a reader whose values borrow from it.
pub fn strict(bytes: &[u8]) -> Cow<'_, str> {
    let text = text::decoded(bytes);
    match repair::repaired(&text) {
        Some(repaired) => Cow::Owned(repaired),
        None => text,
    }
}

#[cfg(test)]
mod tests;
