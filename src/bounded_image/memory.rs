//! How much memory decoding an image takes at its worst, by what its header says. The numbers are those of the
//! decoders of `image` 0.25, `image-webp` 0.2 and `zune-jpeg` 0.5.

use image::ImageFormat;

use super::webp::WebpParts;

/// Rows, tables and buffers of every decoder, in bytes.
const BUFFERS: u64 = 32 << 20;

/// How often the decoder of JPEG has the file in memory: as a whole, and its metadata again.
const JPEG_COPIES: u64 = 3;

/// The coefficients of a progressive JPEG in bytes per pixel: two for each of up to four components.
const JPEG_COEFFICIENTS: u64 = 8;

/// The blocks of a JPEG have up to so many pixels on a side.
const JPEG_BLOCK: u32 = 32;

/// The memory for the Huffman tables of a lossless WebP at its worst: ten bytes of the file can make a table of 4 KB,
/// and there are up to 65,536 groups of five. Real pictures have a few hundred tables.
const WEBP_TABLES_PER_BYTE: u64 = 415;
const MAX_WEBP_TABLES: u64 = 65_536 * 5 * 4200;

/// The memory that such tables may take where it is counted. Real pictures need a small part of it.
pub(super) const WEBP_TABLES: u64 = 128 << 20;

/// What is known of an image before it is decoded.
pub(super) struct Header {
    pub(super) format: ImageFormat,
    /// Width and height.
    pub(super) size: (u32, u32),
    /// The size of the decoded image, in bytes.
    pub(super) output: u64,
    /// The size of the file, in bytes.
    pub(super) length: u64,
    /// Whether the memory counts while it is decoded.
    pub(super) is_metered: bool,
}

/// What the decoder needs before it has read the header.
pub(super) fn before_header(format: ImageFormat, length: u64) -> u64 {
    match format {
        ImageFormat::Jpeg => BUFFERS + JPEG_COPIES * length,
        _ => BUFFERS,
    }
}

impl Header {
    /// The memory for the decoder and the decoded image, in bytes.
    pub(super) fn needed(&self, parts: &WebpParts) -> u64 {
        let (width, height) = self.size;
        let pixels = u64::from(width) * u64::from(height);
        let decoder = match self.format {
            ImageFormat::Jpeg => {
                let padded = |side: u32| u64::from(side.next_multiple_of(JPEG_BLOCK));
                let coefficients = JPEG_COEFFICIENTS * padded(width) * padded(height);
                JPEG_COPIES * self.length + coefficients
            }
            ImageFormat::WebP => webp(pixels, parts) + self.webp_tables(parts),
            // A frame before it is placed into the image.
            ImageFormat::Gif => 4 * pixels,
            _ => 0,
        };
        BUFFERS + self.output + decoder
    }

    /// Nothing if it counts while they are made.
    fn webp_tables(&self, parts: &WebpParts) -> u64 {
        match self.is_metered {
            true => 0,
            false => (WEBP_TABLES_PER_BYTE * parts.lossless_bytes).min(MAX_WEBP_TABLES),
        }
    }
}

/// Without the tables.
fn webp(pixels: u64, parts: &WebpParts) -> u64 {
    // Luma, and both chroma planes at half the size.
    let lossy = parts.lossy_pixels * 3 / 2;
    // Each pixel of a lossless part takes four bytes, and its transforms and groups two more.
    let lossless = match parts.lossless_bytes {
        0 => 0,
        _ => 6 * pixels,
    };
    // The part is copied into a frame, and that onto the canvas.
    let animated = match parts.is_animated {
        true => 8 * pixels,
        false => 0,
    };
    lossy + lossless + animated
}
