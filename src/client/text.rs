//! Joins, cuts and searches texts without the standard formatting code, which is too large for the
//! package's first load. Knows no errors.

/// Concatenates the pieces; replaces `format!`.
pub fn joined(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text.push_str(piece);
    }
    text
}

/// Replaces each `needle` by `placeholder`.
pub(super) fn replace(text: &mut String, needle: &str, placeholder: &str) {
    let mut from = 0;
    let mut replaced = String::new();
    while let Some(found) = find(text, needle, from) {
        replaced.push_str(text.get(from..found).unwrap_or_default());
        replaced.push_str(placeholder);
        from = found + needle.len();
    }
    replaced.push_str(text.get(from..).unwrap_or_default());
    *text = replaced;
}

/// A number's digits, with less code than `to_string`.
pub fn digits(number: u32) -> String {
    let last = number as usize % 10;
    let mut text = match number / 10 {
        0 => String::new(),
        rest => digits(rest),
    };
    text.push_str("0123456789".get(last..=last).unwrap_or_default());
    text
}

/// Like `str::find`, whose code for long needles takes more bytes than the rest of this file.
pub fn find(text: &str, needle: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    let mut windows = rest.windows(needle.len());
    let found = windows.position(|window| window == needle.as_bytes())?;
    Some(from + found)
}

/// At most `limit` bytes of a text, with an ellipsis if it was longer.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let mut start = text.to_owned();
    truncate(&mut start, limit);
    start.push('…');
    start
}

/// Shortens a text to at most `limit` bytes.
pub(super) fn truncate(text: &mut String, limit: usize) {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
}
