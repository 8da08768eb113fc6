//! The chunks of PNG and WebP files and the segments of JPEG files, walked one after the other without holding the file
//! in memory. Knows how the containers are laid out, not what a chunk means.
//!
//! Anybody may have made these files: a walk allocates nothing, its time is bounded by the file's bytes, and it trusts no
//! length that the file states. img-parts does not fit: it needs the whole file in memory, and rejects it for one
//! truncated chunk or wrong checksum. kamadak-exif reads only the first EXIF data of a file.

#![warn(clippy::indexing_slicing)]

mod chunk;
pub mod jpeg;
pub mod png;
mod rest;
pub mod webp;

pub use chunk::ChunkHead;
