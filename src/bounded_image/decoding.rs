//! Opens and decodes images within limits.

use std::cell::Cell;
use std::io::{BufRead, Seek, SeekFrom};
use std::rc::Rc;

use image::{ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::memory;
use super::metered::Metered;
use super::webp::WebpParts;

/// The largest side of an image, in pixels: decoders keep several rows.
const MAX_SIDE: u32 = 65_535;

/// What decoding an image may take.
#[derive(Clone, Copy, Debug)]
pub struct ImageLimits {
    /// The number of its pixels.
    pub pixels: u64,
    /// The memory for the decoder and the decoded image together, in bytes.
    pub memory: u64,
}

/// Why an image is not decoded.
#[derive(Debug, thiserror::Error)]
pub enum ImageRefused {
    /// No known format.
    #[error("it is not an image of a known format")]
    Unknown,
    /// Reading failed.
    #[error("the file cannot be read: {0}")]
    File(#[from] std::io::Error),
    /// The format is not followed.
    #[error(transparent)]
    Damaged(#[from] ImageError),
    /// More pixels than allowed.
    #[error("it has {width} × {height} pixels, and at most {} million are allowed", max / 1_000_000)]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// How many pixels are allowed.
        max: u64,
    },
    /// One side is longer than decoders allow.
    #[error("one of its sides is longer than {max} pixels")]
    TooLong {
        /// The longest allowed side, in pixels.
        max: u32,
    },
    /// Decoding would take more memory than allowed.
    #[error(
        "decoding it may take {} MB of memory, and at most {} MB are allowed; make it smaller, or save it as PNG",
        needed >> 20,
        max >> 20
    )]
    TooMuchMemory {
        /// What decoding may take, in bytes.
        needed: u64,
        /// What is allowed, in bytes.
        max: u64,
    },
}

/// An image whose header has been read and is within the limits.
///
/// # Errors
/// When it is not an image of an enabled format, or decoding it could take more than the limits allow. What the
/// header does not tell is an error while it is decoded, on this thread.
pub fn open<'a, R: BufRead + Seek + 'a>(
    mut file: R,
    limits: ImageLimits,
) -> Result<impl ImageDecoder + 'a, ImageRefused> {
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let allowed = Rc::new(Cell::new(limits.memory));
    let file = Metered::new(file, allowed.clone());
    let is_metered = file.counts();
    let mut reader = ImageReader::new(file).with_guessed_format()?;
    let format = reader.format().ok_or(ImageRefused::Unknown)?;
    let mut file = reader.into_inner();
    let parts = match format {
        ImageFormat::WebP => WebpParts::read(&mut file)?,
        _ => WebpParts::default(),
    };
    file.rewind()?;
    // The decoder of JPEG reads the whole file first.
    ensure_memory(memory::before_header(format, length), limits)?;
    reader = ImageReader::with_format(file, format);
    reader.limits(decoder_limits(limits.memory));
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > limits.pixels {
        let max = limits.pixels;
        return Err(ImageRefused::TooManyPixels { width, height, max });
    }
    if width.max(height) > MAX_SIDE {
        return Err(ImageRefused::TooLong { max: MAX_SIDE });
    }
    let output = decoder.total_bytes();
    let header = memory::Header {
        format,
        size: (width, height),
        output,
        length,
        is_metered,
    };
    let needed = header.needed(&parts);
    ensure_memory(needed, limits)?;
    if format == ImageFormat::WebP {
        allowed.set(limits.memory.min(needed + memory::WEBP_TABLES));
    }
    decoder.set_limits(decoder_limits(limits.memory.saturating_sub(output)))?;
    Ok(decoder)
}

fn ensure_memory(needed: u64, limits: ImageLimits) -> Result<(), ImageRefused> {
    match needed > limits.memory {
        true => Err(ImageRefused::TooMuchMemory {
            needed,
            max: limits.memory,
        }),
        false => Ok(()),
    }
}

fn decoder_limits(memory: u64) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(memory);
    limits
}

#[cfg(test)]
mod tests;
