//! The graph runner of the embedded engine, and its nodes. Knows nothing about servers and the service.
//!
//! Everything but [`OpenH264`] is pure: no runtime, no sockets, no C++; files only through [`files::FileStore`],
//! codecs in C++ only through [`VideoCodec`]. So it compiles to WebAssembly.

mod audio;
mod class;
mod coercion;
mod context;
mod execution_error;
pub mod files;
#[cfg(all(fuzzing, feature = "h264"))]
pub mod fuzzing;
mod input;
mod input_error;
mod media_error;
mod monitor;
mod mp4;
mod node_output;
pub mod nodes;
mod object_info;
#[cfg(feature = "h264")]
mod openh264;
mod progress;
pub mod prompt_validation;
mod python_text;
pub mod runner;
mod value;
mod video;
mod video_codec;

pub use context::RunContext;
pub use execution_error::ExecutionError;
#[cfg(feature = "h264")]
pub use openh264::OpenH264;
pub use value::MAX_PIXELS;
pub use video_codec::{Picture, VideoCodec, VideoDecoder, VideoEncoder};
