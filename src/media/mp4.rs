//! MP4 files with H.264 video: reading and writing. Knows nothing about pixels.

mod container;
mod flac_track;
mod h264_track;
mod reader;
mod sample_table;
mod stream;
mod writer;

pub(crate) use flac_track::FlacStream;
pub(crate) use h264_track::H264Samples;
pub use reader::read;
pub(crate) use stream::ColorMatrix;
pub use stream::Mp4Video;
pub(crate) use writer::{Track, write};
