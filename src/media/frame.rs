//! One image. Knows nothing about codecs.

use image::Rgb32FImage;

/// One image: red, green and blue levels from 0 to 1.
pub type Frame = Rgb32FImage;

/// The largest number of pixels in one batch: 400 MB in memory.
pub const MAX_PIXELS: u64 = 1 << 25;
