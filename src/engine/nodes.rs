//! The node classes, one file per family. Knows nothing about graphs.

mod audio;
mod batch_limit;
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

#[cfg(test)]
pub(crate) use registry::classes;
pub(crate) use registry::{class, object_info};

#[cfg(test)]
mod tests;
