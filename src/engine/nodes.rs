//! The node classes, one file per family. Knows nothing about graphs.

mod audio;
mod empty_image;
mod filter;
mod image_blend;
mod load_image;
mod png_encoder;
mod primitive;
mod registry;
mod resample;
mod save;
mod text_overlay;
mod transform;
mod video;

pub use registry::{class, classes, object_info};

#[cfg(test)]
mod tests;
