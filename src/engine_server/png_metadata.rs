//! The metadata of saved PNGs, from which ComfyUI's editor restores the workflow. `nodes/png_encoder.rs`
//! writes it into the file.

use serde_json::{Map, Value};

/// The text chunks of saved PNGs: the prompt and the entries of `extra_pnginfo`.
pub(super) fn png_metadata(
    prompt: &Value,
    extra_data: &Map<String, Value>,
) -> Vec<(String, String)> {
    let more = extra_data.get("extra_pnginfo").and_then(Value::as_object);
    let more = more
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), ascii(value)));
    std::iter::once(("prompt".to_owned(), ascii(prompt)))
        .chain(more)
        .collect()
}

/// JSON in ASCII only, because a PNG's tEXt chunk holds Latin-1.
fn ascii(value: &Value) -> String {
    let text = value.to_string();
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            ascii.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            ascii.push_str(&format!("\\u{unit:04x}"));
        }
    }
    ascii
}
