//! EmptyImage: creates images of one color.

use image::Rgb;

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{Hint, IMAGE, Input, InputKind};
use crate::node_output::NodeOutput;
use media::Frame;
use media::batch_limit::check_batch_size;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "EmptyImage",
    title: "Empty Image",
    category: "image",
    inputs: &[
        Input::int("width", 512, 1, 16384),
        Input::int("height", 512, 1, 16384),
        Input::new(
            "batch_size",
            InputKind::Int {
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

fn empty(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let (width, height) = (context.size("width")?, context.size("height")?);
    let count = context.size("batch_size")? as usize;
    check_batch_size(width, height, count)?;
    let [_, red, green, blue] = context.size("color")?.to_be_bytes();
    let color = Rgb([red, green, blue].map(|level| f32::from(level) / 255.0));
    Ok(NodeOutput::images(vec![
        Frame::from_pixel(
            width, height, color
        );
        count
    ]))
}
