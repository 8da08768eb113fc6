//! Nodes that make pictures from nothing.

use image::Rgb;

use super::fits;
use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{Class, Hint, IMAGE, Input, Kind};
use crate::engine::value::Frame;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "EmptyImage",
    title: "Empty Image",
    category: "image",
    inputs: &[
        Input::int("width", 512, 1, 16384),
        Input::int("height", 512, 1, 16384),
        Input::new(
            "batch_size",
            Kind::Int {
                default: Some(1),
                min: 1,
                max: 4096,
                step: None,
            },
        ),
        Input::int("color", 0, 0, 0xff_ffff).with(&[("display", Hint::Text("color"))]),
    ],
    outputs: &[(IMAGE, IMAGE)],
    output_node: false,
    run: empty,
}];

fn empty(call: &Call) -> Result<Done, Failure> {
    let (width, height) = (call.size("width")?, call.size("height")?);
    let count = call.size("batch_size")? as usize;
    fits(width, height, count)?;
    let [_, red, green, blue] = call.size("color")?.to_be_bytes();
    let color = Rgb([red, green, blue].map(|level| f32::from(level) / 255.0));
    Ok(Done::frames(vec![
        Frame::from_pixel(width, height, color);
        count
    ]))
}
