//! Shows whether a file or a choice of fields changed, without keeping either.

use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

/// The fingerprint of a file; that of an empty one if it cannot be read.
pub(crate) async fn file_fingerprint(file: &File) -> String {
    let bytes = JsFuture::from(file.array_buffer()).await;
    let bytes = bytes.map(|bytes| Uint8Array::new(&bytes).to_vec());
    fingerprint(&[&bytes.unwrap_or_default()])
}

/// A text that differs for different bytes, except by a rare chance (FNV-1a, 64 bits).
pub(super) fn fingerprint(parts: &[&[u8]]) -> String {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    // A part's length keeps "ab" + "c" apart from "a" + "bc".
    let length = |part: &&[u8]| (part.len() as u64).to_le_bytes();
    let mut hash = START;
    for part in parts {
        for byte in length(part).iter().chain(*part) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }
    hash.to_string()
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn other_parts_have_another_fingerprint() {
        let one = fingerprint(&[b"file", b"choice"]);
        assert_eq!(one, fingerprint(&[b"file", b"choice"]));
        for other in [
            &[&b"file"[..], b"choices"][..],
            &[b"filec", b"hoice"],
            &[b"file"],
        ] {
            assert_ne!(one, fingerprint(other));
        }
    }
}
