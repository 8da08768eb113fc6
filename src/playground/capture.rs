//! Takes a photo, or records audio or a video, with this machine's camera and microphone. Does not know what the file
//! is for. In the deferred chunk.

mod clock;
mod dialog;
mod failure;
mod file;
mod medium;
mod native;
mod photo;
mod recorder;
mod session;
mod stage;
mod stream;

pub(crate) use dialog::{Outcome, capture_dialog};
pub(crate) use medium::Medium;
pub(crate) use native::native_camera;
