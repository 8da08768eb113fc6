//! JPEG. Source: ITU T.81, annex B.

mod walk;

pub use walk::Segments;

/// The first bytes of a file.
pub const SIGNATURE: &[u8] = b"\xFF\xD8\xFF";

/// The markers of the start and the end of an image, and of the start of a scan.
pub const START: u8 = 0xD8;
/// See [`START`].
pub const END: u8 = 0xD9;
/// See [`START`].
pub const SCAN: u8 = 0xDA;
/// The marker of the segment that may hold EXIF data.
pub const APP1: u8 = 0xE1;

/// How a segment with EXIF data starts.
pub const EXIF: &[u8] = b"Exif\0\0";
