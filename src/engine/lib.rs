//! The graph runner of the embedded engine, and its nodes. Knows nothing about servers and the service.
//!
//! Everything but [`OpenH264`] is pure: no runtime, no sockets, no C++; files only through [`files::FileStore`],
//! codecs in C++ only through [`VideoCodec`]. So it compiles to WebAssembly. Sound and pictures are decoded and encoded
//! in `media`.

mod class;
mod coercion;
mod context;
mod execution_error;
pub mod files;
#[cfg(all(fuzzing, feature = "h264"))]
pub mod fuzzing;
mod input;
mod input_error;
mod node_output;
pub mod nodes;
mod object_info;
mod progress;
pub mod prompt_validation;
mod python_text;
pub mod runner;
mod value;

pub use context::RunContext;
pub use execution_error::ExecutionError;
#[cfg(feature = "h264")]
pub use media::OpenH264;
pub use media::{MAX_PIXELS, VideoCodec};
