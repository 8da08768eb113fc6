//! The texts in a WebP image: those of its EXIF chunk. Source: the WebP container specification;
//! ComfyUI's SaveAnimatedWEBP.

use super::exif;
use super::image_texts::ImageTexts;

/// Whether bytes start like a WebP: `RIFF`, a size, `WEBP`.
pub(super) fn is_webp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")
}

/// The texts of an image.
pub(super) fn texts(bytes: &[u8]) -> ImageTexts {
    let mut image_texts = ImageTexts::default();
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((head, body)) = rest.split_first_chunk::<8>() {
        let [kind @ .., a, b, c, d] = *head;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let Some(data) = body.get(..length) else {
            image_texts.cut_off = true;
            break;
        };
        if &kind == b"EXIF" {
            exif::collect(data, &mut image_texts);
        }
        // A chunk of odd length is followed by a padding byte.
        rest = body.get(length + length % 2..).unwrap_or_default();
    }
    let declared = bytes
        .get(4..8)
        .and_then(|size| <[u8; 4]>::try_from(size).ok());
    let declared = declared.map_or(0, |size| u32::from_le_bytes(size) as usize);
    image_texts.cut_off |= bytes.len() < declared.saturating_add(8);
    image_texts
}
