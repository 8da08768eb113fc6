//! Crops an image, and paints a mask on it, before it is sent. In the deferred chunk.

mod canvas;
mod crop;
mod dialog;
mod editor;
mod png;
mod steps;

pub(crate) use dialog::image_editor;
