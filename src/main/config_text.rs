//! The text of a configuration file, in the encodings that editors of Windows write. Does not know what is in it.

use std::borrow::Cow;
use std::path::Path;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The text of a file, and whether it was read as Windows-1252, because it is neither UTF-8 nor UTF-16.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Cow<'_, str>, bool)> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    // The first character is ASCII, so one of its two bytes is 0.
    let encoding = marked.unwrap_or_else(|| match bytes {
        [first, 0, ..] if *first != 0 => UTF_16LE,
        [0, second, ..] if *second != 0 => UTF_16BE,
        _ if str::from_utf8(bytes).is_ok() => UTF_8,
        _ => WINDOWS_1252,
    });
    let (text, has_errors) = encoding.decode_with_bom_removal(bytes);
    (!has_errors).then_some((text, encoding == WINDOWS_1252))
}

/// What a person should check of a file that was read as Windows-1252.
pub(crate) fn note(path: &Path) -> String {
    format!(
        "reading {}: it is not UTF-8 and was read as Windows-1252; check its letters outside English, and save it as \
         UTF-8",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_editor_is_decoded() {
        let text = "labels = [\"Größe\"]";
        let mut utf_16 = vec![0xff, 0xfe];
        utf_16.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        let windows_1252 = b"labels = [\"Gr\xf6\xdfe\"]";
        let marked = ["\u{feff}", text].concat();
        for (bytes, is_windows_1252) in [
            (text.as_bytes(), false),
            (marked.as_bytes(), false),
            (&utf_16, false),
            (&utf_16[2..], false),
            (windows_1252, true),
        ] {
            assert_eq!(decode(bytes), Some((text.into(), is_windows_1252)));
        }
        assert_eq!(decode(&utf_16[..5]), None, "a unit is cut off");
    }
}
