//! Nodes that read files.

use std::io::Cursor;
use std::sync::Arc;

use image::{DynamicImage, ImageDecoder, ImageReader, Limits, Luma};

use super::fits;
use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{Class, IMAGE, Input, Kind, MASK};
use crate::engine::value::{Mask, Value};

pub(super) const CLASSES: &[Class] = &[Class {
    name: "LoadImage",
    title: "Load Image",
    category: "image",
    inputs: &[Input::new("image", Kind::File)],
    outputs: &[(IMAGE, IMAGE), (MASK, MASK)],
    output_node: false,
    run: load_image,
}];

/// What a picture without transparency gives as its mask.
const NO_MASK: u32 = 64;

fn load_image(call: &Call) -> Result<Done, Failure> {
    let place = call.place("image")?;
    let failed = |error: &dyn std::fmt::Display| {
        Failure::because(format!(
            "reading {} as a picture failed: {error}; upload a PNG, JPEG, WebP, GIF or BMP file",
            place.name
        ))
    };
    let bytes = call
        .job
        .store
        .read(&place)
        .map_err(|error| failed(&error))?;
    let picture = decode(&bytes, &failed)?;
    let mask = mask(&picture);
    let frame = picture.into_rgb32f();
    let outputs = vec![
        Value::Image(Arc::new(vec![frame])),
        Value::Mask(Arc::new(vec![mask])),
    ];
    Ok(Done {
        outputs,
        shown: None,
    })
}

/// The picture as it is meant to be seen: turned as its EXIF data say.
fn decode(
    bytes: &[u8],
    failed: &dyn Fn(&dyn std::fmt::Display) -> Failure,
) -> Result<DynamicImage, Failure> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| failed(&error))?;
    let mut decoder = reader.into_decoder().map_err(|error| failed(&error))?;
    let (width, height) = decoder.dimensions();
    fits(width, height, 1)?;
    decoder
        .set_limits(Limits::default())
        .map_err(|error| failed(&error))?;
    let orientation = decoder.orientation().map_err(|error| failed(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| failed(&error))?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn mask(picture: &DynamicImage) -> Mask {
    if !picture.color().has_alpha() {
        return Mask::new(NO_MASK, NO_MASK);
    }
    let alpha = picture.to_rgba8();
    Mask::from_fn(alpha.width(), alpha.height(), |x, y| {
        Luma([1.0 - f32::from(alpha.get_pixel(x, y).0[3]) / 255.0])
    })
}
