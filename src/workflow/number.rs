//! `NaN` and `Infinity`, which Python writes into JSON though JSON has no such numbers. ComfyUI
//! saves them in its pictures.

use serde::Deserialize;

const WORDS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];

/// Reads a text in which such words stand for numbers, as if `null` stood there; `None` when there
/// is none of them, or it still is no JSON.
pub(super) fn read_without_nan<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    let replaced = without_nan(text)?;
    serde_json::from_str(&replaced).ok()
}

fn without_nan(text: &str) -> Option<String> {
    if !text.contains("NaN") && !text.contains("Infinity") {
        return None;
    }
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', 'N', 'I', '-']) {
        replaced.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match WORDS.iter().find(|word| rest.starts_with(**word)) {
            Some(word) => {
                replaced.push_str("null");
                word.len()
            }
            None => {
                let taken = if rest.starts_with('"') {
                    string(rest)
                } else {
                    1
                };
                replaced.push_str(&rest[..taken]);
                taken
            }
        };
        rest = &rest[taken..];
    }
    replaced.push_str(rest);
    Some(replaced)
}

/// The length of the JSON string that a text starts with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
