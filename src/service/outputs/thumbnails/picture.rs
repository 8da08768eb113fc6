//! Reduces an image. Blocks its caller.

use std::fs::File;
use std::io::{BufReader, Cursor};

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat};

use bounded_image::{self, ImageLimits};

/// The widths that can be asked for, in pixels.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 16..=1024;

/// The largest height of a picture: of a very tall image, the picture is narrower than asked for.
const MAX_HEIGHT: u32 = 4096;
/// What decoding an image may take.
const LIMITS: ImageLimits = ImageLimits {
    pixels: 50_000_000,
    memory: 512 << 20,
};
/// The quality of a picture without transparency, in percent.
const QUALITY: u8 = 82;

/// A small picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thumbnail {
    /// The encoded picture.
    pub bytes: Bytes,
    /// Its content type.
    pub content_type: &'static str,
}

/// Whether a file with this name can be reduced.
pub(crate) fn is_reducible(name: &str) -> bool {
    ImageFormat::from_path(name).is_ok_and(|format| format.reading_enabled())
}

fn decoded(image: File) -> Option<DynamicImage> {
    let image = BufReader::new(image);
    DynamicImage::from_decoder(bounded_image::open(image, LIMITS).ok()?).ok()
}

/// Pictures of an image, each at most as wide as asked for; none if it cannot be decoded within the limits.
pub(super) fn pictures(image: File, widths: &[u32]) -> Vec<(u32, Thumbnail)> {
    let Some(mut image) = decoded(image) else {
        return Vec::new();
    };
    let mut widths = widths.to_vec();
    widths.sort_unstable();
    widths.dedup();
    // From the largest to the smallest: each is made of the one before, which is far smaller than the image.
    let made = widths.into_iter().rev().filter_map(|width| {
        if image.width() > width || image.height() > MAX_HEIGHT {
            image = image.thumbnail(width, MAX_HEIGHT);
        }
        Some((width, encoded(&image)?))
    });
    made.collect()
}

fn encoded(small: &DynamicImage) -> Option<Thumbnail> {
    let mut bytes = Vec::new();
    let content_type = if small.color().has_alpha() {
        let small = small.to_rgba8();
        small
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .ok()?;
        "image/png"
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
        small.to_rgb8().write_with_encoder(encoder).ok()?;
        "image/jpeg"
    };
    Some(Thumbnail {
        bytes: bytes.into(),
        content_type,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(image: &DynamicImage, widths: &[u32]) -> Vec<(u32, Thumbnail)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        image.save(&path).unwrap();
        pictures(File::open(path).unwrap(), widths)
    }

    fn size(thumbnail: &Thumbnail) -> (u32, u32) {
        let decoded = image::load_from_memory(&thumbnail.bytes).unwrap();
        (decoded.width(), decoded.height())
    }

    #[test]
    fn a_picture_keeps_its_proportions_and_transparency() {
        let opaque = made(&DynamicImage::new_rgb8(640, 480), &[320]);
        assert_eq!(opaque[0].1.content_type, "image/jpeg");
        assert_eq!(size(&opaque[0].1), (320, 240));
        let clear = made(&DynamicImage::new_rgba16(100, 50), &[320]);
        assert_eq!(clear[0].1.content_type, "image/png");
        assert_eq!(size(&clear[0].1), (100, 50));
    }

    #[test]
    fn several_widths_are_made_at_once() {
        let made = made(&DynamicImage::new_rgb8(640, 480), &[64, 320, 1000, 320]);
        let sizes: Vec<_> = made
            .iter()
            .map(|(width, one)| (*width, size(one)))
            .collect();
        assert_eq!(
            sizes,
            [(1000, (640, 480)), (320, (320, 240)), (64, (64, 48))]
        );
    }

    #[test]
    fn a_very_tall_image_gives_a_small_picture_too() {
        let made = made(&DynamicImage::new_luma8(8, 20_000), &[320]);
        assert_eq!(size(&made[0].1).1, MAX_HEIGHT);
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
