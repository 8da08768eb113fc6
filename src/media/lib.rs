//! Audio and video: decoding, encoding, MP4 files, sample rates and colors. Knows nothing about nodes and the disk.
//!
//! Everything but [`OpenH264`] is pure: no runtime, no I/O, no C++; video codecs only through [`VideoCodec`]. So it
//! compiles to WebAssembly. A [`Monitor`] follows every long computation and can interrupt it.

pub mod audio;
pub mod batch_limit;
mod frame;
mod media_error;
mod monitor;
pub mod mp4;
#[cfg(feature = "h264")]
mod openh264;
#[cfg(test)]
mod tests;
pub mod video;
mod video_codec;

pub use frame::{Frame, MAX_PIXELS};
pub use media_error::MediaError;
pub use monitor::Monitor;
#[cfg(feature = "h264")]
pub use openh264::OpenH264;
pub use video_codec::{Picture, VideoCodec, VideoDecoder, VideoEncoder};
