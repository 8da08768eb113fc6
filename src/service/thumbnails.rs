//! Small pictures of output images, so that a list of runs need not load the images themselves.

use std::io::Cursor;
use std::path::PathBuf;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, ImageReader, Limits};
use tokio::sync::Semaphore;

/// The widths that can be asked for, in pixels.
pub(crate) const WIDTHS: std::ops::RangeInclusive<u32> = 16..=1024;

/// The largest side of an image that is reduced, in pixels; its decoded size is limited by [`MAX_BYTES`].
const MAX_SIDE: u32 = 20_000;
/// The memory that decoding one image may take.
const MAX_BYTES: u64 = 512 * 1024 * 1024;
/// The quality of a picture without transparency, in percent.
const QUALITY: u8 = 82;

/// One picture is made at a time: decoding takes memory, and engines may need the processor.
static TURN: Semaphore = Semaphore::const_new(1);

/// A small picture.
pub(crate) struct Thumbnail {
    /// The encoded picture.
    pub(crate) bytes: Vec<u8>,
    /// Its content type.
    pub(crate) content_type: &'static str,
}

/// Whether a file with this name can be reduced.
pub(crate) fn is_reducible(name: &str) -> bool {
    ImageFormat::from_path(name).is_ok_and(|format| format.reading_enabled())
}

/// The image in this file, at most `width` pixels wide. `None` if it cannot be decoded, or would take too much
/// memory.
pub(crate) async fn thumbnail(path: PathBuf, width: u32) -> Option<Thumbnail> {
    let _turn = TURN.acquire().await.ok()?;
    let reduce = move || reduced(&decoded(path)?, width);
    tokio::task::spawn_blocking(reduce).await.ok()?
}

fn decoded(path: PathBuf) -> Option<DynamicImage> {
    let mut reader = ImageReader::open(path).ok()?.with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    reader.decode().ok()
}

fn reduced(image: &DynamicImage, width: u32) -> Option<Thumbnail> {
    let small = match image.width() > width {
        true => image.thumbnail(width, MAX_SIDE),
        false => image.clone(),
    };
    let mut bytes = Vec::new();
    let content_type = if small.color().has_alpha() {
        let small = small.into_rgba8();
        small
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .ok()?;
        "image/png"
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
        small.into_rgb8().write_with_encoder(encoder).ok()?;
        "image/jpeg"
    };
    Some(Thumbnail {
        bytes,
        content_type,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_keeps_its_proportions_and_transparency() {
        let opaque = DynamicImage::new_rgb8(640, 480);
        let small = reduced(&opaque, 320).unwrap();
        assert_eq!(small.content_type, "image/jpeg");
        let decoded = image::load_from_memory(&small.bytes).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (320, 240));
        let clear = reduced(&DynamicImage::new_rgba16(100, 50), 320).unwrap();
        assert_eq!(clear.content_type, "image/png");
        let decoded = image::load_from_memory(&clear.bytes).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (100, 50));
    }

    #[test]
    fn names_of_other_files_are_left_alone() {
        for name in ["a.png", "a.JPG", "a.webp", "a.gif"] {
            assert!(is_reducible(name), "{name}");
        }
        for name in ["a.mp4", "a.svg", "a.txt", "png", "a.exr"] {
            assert!(!is_reducible(name), "{name}");
        }
    }
}
