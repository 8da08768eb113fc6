//! The text of a file: UTF-8 or UTF-16, with or without a byte order mark, and otherwise Windows-1252. Knows no JSON
//! beyond its first character.

use std::borrow::Cow;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The characters of Windows-1252 from 0x80 to 0x9f, as browsers read them. The others are those of Unicode.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '\u{2019}', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž',
    'Ÿ',
];

/// The text in a file's bytes, without a byte order mark; `None` if they are no text. What is not Unicode in a text
/// that begins like JSON is read as Windows-1252: old programs of Windows write it.
pub fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let is_text = utf_16(bytes).is_some() || str::from_utf8(bytes).is_ok() || is_json(bytes);
    is_text.then(|| decoded(bytes))
}

/// Whether [`text`] reads bytes as Windows-1252, because they are not Unicode. It can be wrong then.
pub fn is_windows_1252(bytes: &[u8]) -> bool {
    let is_unicode = || utf_16(bytes).is_some() || without_surrogates(bytes).is_some();
    str::from_utf8(bytes).is_err() && !is_unicode()
}

/// The text in bytes that are JSON, without a byte order mark.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Some(unit) = utf_16(bytes) {
        let (pairs, _) = bytes.as_chunks();
        let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
        let text = String::from_utf16_lossy(&units);
        return Cow::Owned(text.trim_start_matches(BYTE_ORDER_MARK).to_owned());
    }
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.trim_start_matches(BYTE_ORDER_MARK)),
        Err(_) => {
            let text = without_surrogates(bytes).unwrap_or_else(|| windows_1252(bytes));
            Cow::Owned(text.trim_start_matches(BYTE_ORDER_MARK).to_owned())
        }
    }
}

/// Text in which each byte that is not UTF-8 is one of Windows-1252. So one wrong byte in UTF-8 costs no other character,
/// and in Windows-1252, letters outside ASCII never follow each other as bytes of UTF-8 do.
fn windows_1252(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let others = chunk.invalid().iter();
        text.extend(others.map(|&byte| {
            let special = WINDOWS_1252.get(usize::from(byte).wrapping_sub(0x80));
            special.copied().unwrap_or_else(|| char::from(byte))
        }));
    }
    text
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
