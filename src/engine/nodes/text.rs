//! Nodes that draw text on pictures.

mod layout;
mod paint;

use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{Class, IMAGE, Input, Kind};
use layout::Layout;
use paint::Ink;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "TextOverlay",
    title: "Draw Text Overlay",
    category: "text",
    inputs: &[
        Input::link("images", IMAGE),
        Input::text("text", Some(""), true),
        Input::float("font_size", 5.0, 0.5, 50.0, 0.5),
        Input::new("color", Kind::Color { default: "#ffffff" }),
        Input::new(
            "position",
            Kind::Choice {
                options: &["top", "bottom"],
                default: Some("top"),
                old: false,
            },
        ),
        Input::new(
            "align",
            Kind::Choice {
                options: &["left", "center", "right"],
                default: Some("left"),
                old: false,
            },
        ),
        Input::new(
            "outline",
            Kind::Boolean {
                default: Some(true),
            },
        ),
    ],
    outputs: &[(IMAGE, "images")],
    output_node: false,
    run: overlay,
}];

fn overlay(call: &Call) -> Result<Done, Failure> {
    let frames = call.frames("images")?;
    let text = call.text("text")?;
    let (width, height) = frames
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(Done::frames(frames.as_ref().clone()));
    }
    // As in ComfyUI, a typed backslash-n breaks the line.
    let text = text.replace("\\n", "\n").replace("\\t", "\t");
    let ink = Ink::parse(call.text("color")?)
        .ok_or_else(|| Failure::because("the input `color` is no color; write it as #rrggbb"))?;
    let percent = call.float("font_size")? as f32;
    let layout = Layout::new(&text, width, height, percent, call.flag("outline")?, call)?;
    let places = layout.place(call.text("position")? == "bottom", call.text("align")?);
    let stamp = paint::stamp(&layout, &places, call)?;
    let mut painted = frames.as_ref().clone();
    for frame in &mut painted {
        call.check()?;
        stamp.print(frame, ink);
    }
    Ok(Done::frames(painted))
}
