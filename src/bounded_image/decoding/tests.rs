mod tables_webp;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

use super::*;
use crate::thread_memory::ThreadMemory;

/// As in the program: memory counts while an image is decoded.
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

const LIMITS: ImageLimits = ImageLimits {
    pixels: 1_000_000,
    memory: 64 << 20,
};

fn decode<R: BufRead + Seek>(file: R, limits: ImageLimits) -> Result<DynamicImage, ImageRefused> {
    Ok(DynamicImage::from_decoder(open(file, limits)?)?)
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

fn refusal(bytes: &[u8], limits: ImageLimits) -> String {
    decode(Cursor::new(bytes), limits).unwrap_err().to_string()
}

/// A JPEG whose header declares these sides. Nothing follows that could be decoded.
fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = encoded(&DynamicImage::new_rgb8(8, 8), ImageFormat::Jpeg);
    let frame = bytes
        .windows(2)
        .position(|two| two == [0xFF, 0xC0])
        .unwrap();
    bytes[frame + 1] = 0xC2;
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}

#[test]
fn images_of_every_format_are_decoded() {
    let image = DynamicImage::new_rgb8(30, 20);
    for format in [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::WebP,
        ImageFormat::Gif,
        ImageFormat::Bmp,
    ] {
        let decoded = decode(Cursor::new(encoded(&image, format)), LIMITS).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (30, 20), "{format:?}");
    }
}

#[test]
fn too_many_pixels_are_refused_before_they_are_decoded() {
    let bytes = encoded(&DynamicImage::new_luma8(1001, 1000), ImageFormat::Png);
    let why = refusal(&bytes, LIMITS);
    assert!(why.starts_with("it has 1001 × 1000 pixels"), "{why}");
    // Cut off after its header, so that an attempt to decode it would fail differently.
    assert_eq!(refusal(&bytes[..60], LIMITS), why);
}

#[test]
fn the_memory_of_the_decoder_counts_and_not_only_the_image() {
    let limits = ImageLimits {
        pixels: 50_000_000,
        memory: 200 << 20,
    };
    // The image takes 60 MB; the coefficients of a progressive one up to 160 MB more.
    let why = refusal(&jpeg(5000, 4000), limits);
    assert!(why.contains("may take 242 MB of memory"), "{why}");
    let lossless = encoded(&DynamicImage::new_rgb8(6000, 4000), ImageFormat::WebP);
    assert!(lossless.len() < 10_000);
    let why = refusal(&lossless, limits);
    assert!(why.contains("MB of memory"), "{why}");
}

#[test]
fn a_large_picture_on_a_small_canvas_is_refused() {
    let header = [
        b"VP8X".as_slice(),
        &10_u32.to_le_bytes(),
        &[0; 4],
        &[9, 0, 0, 9, 0, 0],
    ]
    .concat();
    let picture = [
        &[0x10, 0, 0, 0x9D, 1, 0x2A],
        [0xFF, 0x3F].as_slice(),
        &[0xFF, 0x3F],
        &[0; 20],
    ];
    let picture = picture.concat();
    let length = u32::try_from(picture.len()).unwrap().to_le_bytes();
    let parts = [header.as_slice(), b"VP8 ", &length, &picture].concat();
    let size = u32::try_from(parts.len() + 4).unwrap().to_le_bytes();
    let file = [b"RIFF".as_slice(), &size, b"WEBP", &parts].concat();
    let why = refusal(&file, LIMITS);
    assert!(why.contains("MB of memory"), "{why}");
}

#[test]
fn what_is_not_an_image_is_refused() {
    for bytes in [
        b"".as_slice(),
        b"hello",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\0\0\0\0WEBP",
    ] {
        assert!(decode(Cursor::new(bytes), LIMITS).is_err());
    }
}

/// A picture whose bytes cannot be predicted from their neighbors.
fn noise(width: u32, height: u32) -> DynamicImage {
    let mut state = 1_u32;
    let image = image::RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, a, b, c] = state.to_le_bytes();
        image::Rgb([a, b, c])
    });
    image.into()
}

#[test]
fn a_lossless_webp_of_some_megabytes_is_decoded() {
    let image = noise(1024, 1024);
    let bytes = encoded(&image, ImageFormat::WebP);
    assert!(bytes.len() > 2 << 20);
    let limits = ImageLimits {
        pixels: 50_000_000,
        memory: 64 << 20,
    };
    assert_eq!(decode(Cursor::new(bytes), limits).unwrap(), image);
}

#[test]
fn a_lossless_webp_of_nothing_but_tables_ends_at_the_limit() {
    let bytes = tables_webp::tables_webp(65_536);
    assert!(bytes.len() < 8 << 20);
    let before = ThreadMemory::now().unwrap();
    let why = refusal(&bytes, LIMITS);
    assert!(why.contains("more than 64 MB of memory"), "{why}");
    assert!(before.growth() < 1 << 20);
    // With few groups it is a picture.
    decode(Cursor::new(tables_webp::tables_webp(100)), LIMITS).unwrap();
}
