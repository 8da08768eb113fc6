//! LoadImage: reads an image file and its mask.

use std::io::Cursor;
use std::sync::Arc;

use image::{DynamicImage, ImageDecoder, ImageReader, Limits, Luma};

use super::batch_limit::check_batch_size;
use crate::engine::class::Class;
use crate::engine::context::NodeContext;
use crate::engine::execution_error::ExecutionError;
use crate::engine::input::{FileKind, IMAGE, Input, InputKind, MASK};
use crate::engine::node_output::NodeOutput;
use crate::engine::value::{Mask, Value};

pub(super) const CLASSES: &[Class] = &[Class {
    name: "LoadImage",
    title: "Load Image",
    category: "image",
    inputs: &[Input::new("image", InputKind::File(FileKind::Image))],
    outputs: &[(IMAGE, IMAGE), (MASK, MASK)],
    output_node: false,
    run: load_image,
}];

/// The side length of the mask of an image without transparency.
const EMPTY_MASK: u32 = 64;

fn load_image(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let path = context.input_file("image")?;
    let failed = |error: &dyn std::fmt::Display| {
        ExecutionError::new(format!(
            "reading {} as an image: {error}; upload a PNG, JPEG, WebP, GIF or BMP file",
            path.name
        ))
    };
    let bytes = context
        .run
        .store
        .read(&path)
        .map_err(|error| failed(&error))?;
    let image = decode(&bytes, &failed)?;
    let mask = mask(&image);
    let frame = image.into_rgb32f();
    let values = vec![
        Value::Image(Arc::new(vec![frame])),
        Value::Mask(Arc::new(vec![mask])),
    ];
    Ok(NodeOutput { values, ui: None })
}

/// Decodes an image and applies its EXIF orientation.
fn decode(
    bytes: &[u8],
    failed: &dyn Fn(&dyn std::fmt::Display) -> ExecutionError,
) -> Result<DynamicImage, ExecutionError> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| failed(&error))?;
    let mut decoder = reader.into_decoder().map_err(|error| failed(&error))?;
    let (width, height) = decoder.dimensions();
    check_batch_size(width, height, 1)?;
    decoder
        .set_limits(Limits::default())
        .map_err(|error| failed(&error))?;
    let orientation = decoder.orientation().map_err(|error| failed(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| failed(&error))?;
    image.apply_orientation(orientation);
    Ok(image)
}

fn mask(image: &DynamicImage) -> Mask {
    if !image.color().has_alpha() {
        return Mask::new(EMPTY_MASK, EMPTY_MASK);
    }
    let alpha = image.to_rgba8();
    Mask::from_fn(alpha.width(), alpha.height(), |x, y| {
        Luma([1.0 - f32::from(alpha.get_pixel(x, y).0[3]) / 255.0])
    })
}
