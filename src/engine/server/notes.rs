//! The texts that a run's pictures carry, so that the workflow can be had back from them.

use serde_json::{Map, Value};

/// What saved pictures carry: the prompt, and what the sender wants in them.
pub(super) fn notes(prompt: &Value, extra: &Map<String, Value>) -> Vec<(String, String)> {
    let more = extra.get("extra_pnginfo").and_then(Value::as_object);
    let more = more
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), ascii(value)));
    std::iter::once(("prompt".to_owned(), ascii(prompt)))
        .chain(more)
        .collect()
}

/// JSON in ASCII alone: a PNG's tEXt chunk holds Latin-1.
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
