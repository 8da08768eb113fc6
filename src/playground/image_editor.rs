//! Crops an image, and paints a mask on it, before it is sent. In the deferred chunk.

mod canvas;
mod controls;
mod crop;
mod dialog;
mod editor;
mod edits;
mod feather;
mod frame;
mod png;
mod steps;

pub(crate) use dialog::image_editor;
