//! MP4 files with H.264 video: reading and writing. Knows nothing about pixels.

mod container;
mod reader;
mod sample_table;
mod stream;
mod writer;

pub(crate) use reader::read;
pub(crate) use stream::{ColorMatrix, Mp4Video};
pub(crate) use writer::{VideoTrack, write};
