//! The texts in EXIF data. ComfyUI, and nodes that save like it, put `prompt:{…}` and `workflow:{…}`
//! into the tags for a camera's model and make, and further texts into lower tags. Source: TIFF 6.0;
//! ComfyUI's SaveAnimatedWEBP.

use std::io;

use image_chunks::jpeg::{APP1, EXIF, SCAN, Segments};

use super::image_texts::ImageTexts;

const ASCII: u16 = 2;

/// The texts of a JPEG's EXIF segments.
pub(super) fn jpeg_texts(bytes: &[u8]) -> ImageTexts {
    let mut image_texts = ImageTexts::default();
    image_texts.cut_off = collect_of_jpeg(bytes, &mut image_texts).is_err();
    image_texts
}

/// Collects the texts up to the first pixels. An error means that the file is truncated or damaged.
fn collect_of_jpeg(bytes: &[u8], image_texts: &mut ImageTexts) -> io::Result<()> {
    let mut segments = Segments::new(bytes)?;
    while let Some(code) = segments.next_segment()? {
        let data = segments.data()?;
        match code {
            APP1 if data.starts_with(EXIF) => collect(data, image_texts),
            SCAN => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

/// Collects the texts of EXIF data, with or without its header.
pub(super) fn collect(data: &[u8], image_texts: &mut ImageTexts) {
    let tiff = Tiff {
        data: data.strip_prefix(EXIF).unwrap_or(data),
        little: data.strip_prefix(EXIF).unwrap_or(data).starts_with(b"II"),
    };
    let Some(first) = tiff.long(4) else { return };
    let Some(entries) = tiff.short(first) else {
        return;
    };
    for entry in 0..usize::from(entries) {
        if let Some(text) = tiff.text(first + 2 + 12 * entry) {
            image_texts.take_named(text);
        }
    }
}

struct Tiff<'a> {
    data: &'a [u8],
    little: bool,
}

impl<'a> Tiff<'a> {
    /// The text of the entry at this offset, if it is one: tag, type, count, offset.
    fn text(&self, at: usize) -> Option<&'a [u8]> {
        if self.short(at.checked_add(2)?)? != ASCII {
            return None;
        }
        let count = self.long(at.checked_add(4)?)?;
        let offset = match count {
            0..=4 => at.checked_add(8)?,
            _ => self.long(at.checked_add(8)?)?,
        };
        self.data.get(offset..offset.checked_add(count)?)
    }

    fn short(&self, at: usize) -> Option<u16> {
        let bytes = self.data.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(match self.little {
            true => u16::from_le_bytes(bytes),
            false => u16::from_be_bytes(bytes),
        })
    }

    fn long(&self, at: usize) -> Option<usize> {
        let bytes = self.data.get(at..at.checked_add(4)?)?.try_into().ok()?;
        let long = match self.little {
            true => u32::from_le_bytes(bytes),
            false => u32::from_be_bytes(bytes),
        };
        usize::try_from(long).ok()
    }
}
