//! Decodes texts that clients send, by the charset that they state. Never replaces a byte that it cannot read. Does not
//! know what a text is for.

use encoding_rs::{Encoding, UTF_8};
use thiserror::Error;

/// Why bytes are not text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotText {
    /// No charset is stated, and they are not UTF-8.
    #[error(
        "has bytes that are not UTF-8; send UTF-8, or state the charset in the Content-Type, such as \
         `charset=ISO-8859-1`"
    )]
    NotUtf8,
    /// A charset is stated in which these bytes have no meaning.
    #[error(
        "has bytes that its charset “{0}” does not have; state the charset that it was written in, or send UTF-8"
    )]
    NotInCharset(String),
    /// A charset is stated that is unknown.
    #[error("has the unknown charset “{0}”; send UTF-8")]
    Unknown(String),
}

/// How many characters of a charset's name an error has.
const NAMED: usize = 40;

/// The text of these bytes, in this charset; in UTF-8 if none is stated.
///
/// # Errors
/// The bytes are not text in it.
pub fn decode(charset: Option<&str>, bytes: Vec<u8>) -> Result<String, NotText> {
    let charset = charset.map(str::trim).filter(|name| !name.is_empty());
    let encoding = charset.map(encoding).transpose()?.unwrap_or(UTF_8);
    if encoding == UTF_8 {
        return String::from_utf8(bytes).map_err(|_| NotText::NotUtf8);
    }
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
    let text = text.ok_or_else(|| NotText::NotInCharset(encoding.name().to_owned()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

fn encoding(name: &str) -> Result<&'static Encoding, NotText> {
    // Clients that know of no other text state it also for UTF-8.
    if ["us-ascii", "ascii"].contains(&name.to_ascii_lowercase().as_str()) {
        return Ok(UTF_8);
    }
    let known = Encoding::for_label_no_replacement(name.as_bytes());
    known.ok_or_else(|| NotText::Unknown(name.chars().take(NAMED).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(charset: &str, bytes: &[u8]) -> Result<String, NotText> {
        decode(Some(charset), bytes.to_vec())
    }

    #[test]
    fn texts_are_decoded_by_their_charset() {
        for (charset, bytes, text) in [
            ("ISO-8859-1", &b"gr\xf6\xdfe"[..], "größe"),
            ("iso-8859-15", b"\xa4", "€"),
            (" windows-1252 ", b"\x80", "€"),
            ("Shift_JIS", b"\x8aC", "海"),
            ("UTF-16LE", b"\xff\xfea\0", "a"),
            ("utf-8", "größe".as_bytes(), "größe"),
            ("US-ASCII", "größe".as_bytes(), "größe"),
            ("", b"a", "a"),
        ] {
            assert_eq!(of(charset, bytes).as_deref(), Ok(text), "{charset}");
        }
        assert_eq!(decode(None, "\u{feff}ü".into()).as_deref(), Ok("\u{feff}ü"));
    }

    #[test]
    fn bytes_that_are_not_text_are_an_error() {
        assert_eq!(decode(None, b"gr\xf6\xdfe".to_vec()), Err(NotText::NotUtf8));
        assert_eq!(of("utf-8", b"\xff"), Err(NotText::NotUtf8));
        let other = NotText::NotInCharset("Shift_JIS".to_owned());
        assert_eq!(of("shift_jis", b"\x8a"), Err(other));
        for unknown in ["klingon", "utf-7", "iso-2022-kr"] {
            assert_eq!(of(unknown, b"a"), Err(NotText::Unknown(unknown.to_owned())));
        }
    }
}
