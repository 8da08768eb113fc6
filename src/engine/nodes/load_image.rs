//! LoadImage: reads an image file and its mask.

use std::io::Cursor;
use std::sync::Arc;

use image::{DynamicImage, GenericImageView, ImageDecoder, Luma};

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{FileKind, IMAGE, Input, InputKind, MASK};
use crate::node_output::NodeOutput;
use crate::value::{Mask, Value};
use bounded_image::{self, ImageLimits, ImageRefused};
use media::MAX_PIXELS;
use media::batch_limit::too_large;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "LoadImage",
    title: "Load Image",
    category: "image",
    inputs: &[Input::new("image", InputKind::File(FileKind::Image))],
    outputs: &[(IMAGE, IMAGE), (MASK, MASK)],
    output_node: false,
    run: load_image,
}];

/// What decoding an image may take. Its values take memory besides that.
const LIMITS: ImageLimits = ImageLimits {
    pixels: MAX_PIXELS,
    memory: MAX_MEMORY,
};

/// The most memory for an image, decoded and as values, in bytes.
const MAX_MEMORY: u64 = 512 << 20;

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
    let opened = bounded_image::open(Cursor::new(bytes), LIMITS);
    let mut decoder = opened.map_err(|error| match error {
        ImageRefused::TooManyPixels { width, height, .. } => too_large(width, height, 1).into(),
        other => failed(&other),
    })?;
    check_memory(&decoder).map_err(|why| failed(&why))?;
    let orientation = decoder.orientation().map_err(|error| failed(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| failed(&error))?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// Ensures that the decoded image and its values, which exist at the same time, do not take too much memory.
fn check_memory(decoder: &impl ImageDecoder) -> Result<(), String> {
    let (width, height) = decoder.dimensions();
    let levels = match decoder.color_type().has_alpha() {
        true => 4,
        false => 3,
    };
    let values = u64::from(width) * u64::from(height) * levels * size_of::<f32>() as u64;
    let needed = values.saturating_add(decoder.total_bytes());
    match needed > MAX_MEMORY {
        true => Err(format!(
            "it takes {} MB of memory, and at most {} MB are allowed; make it smaller",
            needed >> 20,
            MAX_MEMORY >> 20
        )),
        false => Ok(()),
    }
}

fn mask(image: &DynamicImage) -> Mask {
    if !image.color().has_alpha() {
        return Mask::new(EMPTY_MASK, EMPTY_MASK);
    }
    Mask::from_fn(image.width(), image.height(), |x, y| {
        Luma([1.0 - f32::from(image.get_pixel(x, y).0[3]) / 255.0])
    })
}
