//! The text of a file: UTF-8 or UTF-16, with or without a byte order mark. Knows no JSON beyond its first character.

use std::borrow::Cow;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text in a file's bytes, without a byte order mark; `None` if they are no text. What is not valid in a text
/// that begins like JSON becomes U+FFFD.
pub fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let is_text = utf_16(bytes).is_some() || str::from_utf8(bytes).is_ok() || is_json(bytes);
    is_text.then(|| decoded(bytes))
}

/// The text in bytes that are JSON, without a byte order mark.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Some(unit) = utf_16(bytes) {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|two| unit([two[0], two[1]]))
            .collect();
        let text = String::from_utf16_lossy(&units);
        return Cow::Owned(text.trim_start_matches(BYTE_ORDER_MARK).to_owned());
    }
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.trim_start_matches(BYTE_ORDER_MARK)),
        Err(_) => {
            let lossy = || String::from_utf8_lossy(bytes).into_owned();
            let text = without_surrogates(bytes).unwrap_or_else(lossy);
            Cow::Owned(text.trim_start_matches(BYTE_ORDER_MARK).to_owned())
        }
    }
}

/// UTF-8 text with U+FFFD in place of each surrogate, which Python can be made to write; `None` if the bytes
/// are something else.
pub fn without_surrogates(mut bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    loop {
        match str::from_utf8(bytes) {
            Ok(rest) => {
                text.push_str(rest);
                return Some(text);
            }
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                text.push_str(str::from_utf8(valid).ok()?);
                let [0xed, 0xa0..=0xbf, 0x80..=0xbf, rest @ ..] = rest else {
                    return None;
                };
                text.push('\u{fffd}');
                bytes = rest;
            }
        }
    }
}

/// How to read a unit of UTF-16. Without a byte order mark, the first character of JSON shows the order: it is ASCII,
/// so its other byte is 0.
fn utf_16(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match bytes {
        [0xff, 0xfe, ..] | [b'{' | b'[' | b' ' | b'\r' | b'\n', 0, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, b'{' | b'[' | b' ' | b'\r' | b'\n', ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn is_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    matches!(bytes.trim_ascii_start(), [b'{' | b'[', ..])
}
