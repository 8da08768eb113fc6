//! `NaN` and `Infinity`, which Python writes into JSON although JSON has no such numbers. ComfyUI
//! saves them in its images.

use serde::Deserialize;

const WORDS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];

/// Parses a text with these words read as `null`; `None` if it has none of them, or is still not
/// JSON.
pub(super) fn parse_as_null<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    let replaced = replace_with_null(text)?;
    serde_json::from_str(&replaced).ok()
}

fn replace_with_null(text: &str) -> Option<String> {
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
                    string_length(rest)
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

/// The length of the JSON string at the start of a text.
fn string_length(text: &str) -> usize {
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
