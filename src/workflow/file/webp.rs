//! The texts in a WebP image: those of its EXIF chunk. Source: the WebP container specification;
//! ComfyUI's SaveAnimatedWEBP.

use std::io;

use image_chunks::webp::{Chunks, stated_length};

use super::exif;
use super::image_texts::ImageTexts;

/// The texts of an image.
pub(super) fn texts(bytes: &[u8]) -> ImageTexts {
    let mut image_texts = ImageTexts::default();
    let is_damaged = collect(bytes, &mut image_texts).is_err();
    let is_short = stated_length(bytes).is_some_and(|length| (bytes.len() as u64) < length);
    image_texts.cut_off = is_damaged || is_short;
    image_texts
}

/// Collects the texts of all EXIF chunks, wherever the image ends. An error means that one is truncated.
fn collect(bytes: &[u8], image_texts: &mut ImageTexts) -> io::Result<()> {
    let mut chunks = Chunks::tolerant(bytes)?;
    while let Some(head) = chunks.next_chunk()? {
        let data = chunks.data()?;
        if &head.kind == b"EXIF" {
            exif::collect(data, image_texts);
        }
    }
    Ok(())
}
