//! TextOverlay: draws text on images.

mod color;
mod fonts;
mod layout;
mod raster;

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{IMAGE, Input, InputKind};
use crate::node_output::NodeOutput;
use color::Color;
use layout::Layout;
use media::Monitor;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "TextOverlay",
    title: "Draw Text Overlay",
    category: "text",
    inputs: &[
        Input::link("images", IMAGE),
        Input::text("text", Some(""), true),
        Input::float("font_size", 5.0, 0.5, 50.0, 0.5),
        Input::new("color", InputKind::Color { default: "#ffffff" }),
        Input::new(
            "position",
            InputKind::Choice {
                options: &["top", "bottom"],
                default: Some("top"),
                legacy: false,
            },
        ),
        Input::new(
            "align",
            InputKind::Choice {
                options: &["left", "center", "right"],
                default: Some("left"),
                legacy: false,
            },
        ),
        Input::new(
            "outline",
            InputKind::Boolean {
                default: Some(true),
            },
        ),
    ],
    outputs: &[(IMAGE, "images")],
    output_node: false,
    run: overlay,
}];

fn overlay(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let frames = context.frames("images")?;
    let text = context.text("text")?;
    let (width, height) = frames
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(NodeOutput::images(frames.as_ref().clone()));
    }
    // As in ComfyUI, a typed `\n` breaks the line.
    let text = text.replace("\\n", "\n").replace("\\t", "\t");
    let color = Color::parse(context.text("color")?).ok_or_else(|| {
        ExecutionError::new("the input `color` is not a color; write it as #rrggbb")
    })?;
    let percent = context.float("font_size")? as f32;
    let layout = Layout::new(
        &text,
        width,
        height,
        percent,
        context.boolean("outline")?,
        context,
    )?;
    let baselines = layout.baselines(
        context.text("position")? == "bottom",
        context.text("align")?,
    );
    let mask = raster::rasterize(&layout, &baselines, context)?;
    let mut painted = frames.as_ref().clone();
    for frame in &mut painted {
        context.check_interrupted()?;
        mask.paint(frame, color);
    }
    Ok(NodeOutput::images(painted))
}
