//! The text of a table's file, in the encodings that spreadsheets write. In the deferred chunk.

use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::charset::windows_1252;
use crate::messages as say;

/// What a file was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8, or UTF-16 with a mark.
    Unicode,
    /// What spreadsheets on Windows write, unless they are asked for UTF-8.
    Windows1252,
}

/// The text of a file, and its encoding.
///
/// # Errors
/// A message if the file cannot be read.
pub(super) async fn file_text(file: &File) -> Result<(String, Encoding), String> {
    let unreadable = || say::TABLE_UNREADABLE.with(&[&file.name()]);
    let buffer = JsFuture::from(file.array_buffer()).await;
    let array = Uint8Array::new(&buffer.map_err(|_| unreadable())?);
    if let Some(text) = unicode(&array.to_vec()) {
        return Ok((text, Encoding::Unicode));
    }
    let text = windows_1252(&array).ok();
    // A text has no such character, but other files have.
    let text = text.filter(|text| !text.contains('\0'));
    Ok((text.ok_or_else(unreadable)?, Encoding::Windows1252))
}

/// A text in UTF-16 with a mark, or in UTF-8; `None` for other bytes.
fn unicode(bytes: &[u8]) -> Option<String> {
    let utf16 = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, []) = rest.as_chunks() else {
            return None;
        };
        let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        String::from_utf16(&units).ok()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes.to_vec()).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::unicode;

    #[test]
    fn a_text_with_a_mark_is_read_as_utf_16() {
        let units: Vec<u16> = "\u{feff}Größe".encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(unicode(&little).as_deref(), Some("Größe"));
        assert_eq!(unicode(&big).as_deref(), Some("Größe"));
        assert_eq!(unicode(&little[..5]), None);
    }

    #[test]
    fn other_bytes_than_utf_8_are_not_guessed() {
        assert_eq!(unicode("Größe".as_bytes()).as_deref(), Some("Größe"));
        assert_eq!(unicode(b"Gr\xf6\xdfe"), None);
    }
}
