//! The texts in a WebP picture: those of its EXIF chunk. Source: the WebP container specification;
//! ComfyUI's SaveAnimatedWEBP.

use super::exif;
use super::found::Found;

/// Whether bytes start as a WebP does: `RIFF`, a size, `WEBP`.
pub(super) fn is_webp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")
}

/// The texts of a picture, from its first byte on.
pub(super) fn texts(bytes: &[u8]) -> Found {
    let mut found = Found::default();
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((head, body)) = rest.split_first_chunk::<8>() {
        let [kind @ .., a, b, c, d] = *head;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let Some(data) = body.get(..length) else {
            found.cut_off = true;
            break;
        };
        if &kind == b"EXIF" {
            exif::texts(data, &mut found);
        }
        // A chunk of an odd length has a byte behind it that does not count.
        rest = body.get(length + length % 2..).unwrap_or_default();
    }
    let told = bytes
        .get(4..8)
        .and_then(|size| <[u8; 4]>::try_from(size).ok());
    let told = told.map_or(0, |size| u32::from_le_bytes(size) as usize);
    found.cut_off |= bytes.len() < told.saturating_add(8);
    found
}
