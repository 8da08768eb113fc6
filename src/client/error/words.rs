//! Texts put together, cut and searched with little code: no formatting. Knows no errors.

/// Pieces as one text. In place of `format!`: this is part of the package's first load.
pub(super) fn said(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text.push_str(piece);
    }
    text
}

/// Puts a placeholder in place of the key.
pub(super) fn hide(text: &mut String, key: &str) {
    let mut from = 0;
    let mut hidden = String::new();
    while let Some(found) = find(text, key, from) {
        hidden.push_str(text.get(from..found).unwrap_or_default());
        hidden.push_str("<API_KEY>");
        from = found + key.len();
    }
    hidden.push_str(text.get(from..).unwrap_or_default());
    *text = hidden;
}

/// A number's digits, by less than `to_string` brings along.
pub(crate) fn digits(number: u32) -> String {
    let last = number as usize % 10;
    let mut text = match number / 10 {
        0 => String::new(),
        rest => digits(rest),
    };
    text.push_str("0123456789".get(last..=last).unwrap_or_default());
    text
}

/// As `str::find`, which brings along a search for long needles that takes more room than all else
/// here.
pub(crate) fn find(text: &str, needle: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    let mut windows = rest.windows(needle.len());
    let found = windows.position(|window| window == needle.as_bytes())?;
    Some(from + found)
}

pub(crate) fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    said(&[text.get(..end).unwrap_or_default(), "…"])
}
