//! PNG. Section numbers are those of the PNG specification.

mod walk;
mod writing;

pub use walk::Chunks;
pub use writing::write_chunk;

/// The first bytes of a file (5.2).
pub const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
