//! Percent-encodes an id or a parameter in a URL. Hand-written, because the `percent-encoding` crate's formatting
//! code would add bytes to the first WebAssembly load.

use json::hex;

/// Appends `text` as JavaScript's `encodeURIComponent` writes it.
pub fn encode(text: &str, out: &mut String) {
    for (index, byte) in text.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push_str(text.get(index..=index).unwrap_or_default());
        } else {
            for piece in ["%", hex(byte >> 4), hex(byte & 15)] {
                out.push_str(piece);
            }
        }
    }
}
