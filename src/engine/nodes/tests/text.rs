//! Primitives, concatenated text, and text drawn on images.

use std::sync::Arc;

use image::Rgb;
use serde_json::json;

use super::{
    ExecutionError, Frame, NodeOutput, Value, compute, failure_message, frames, plain, text, ui,
};

/// Green 200 × 100 images with text drawn on them.
fn drawn(
    words: &str,
    color: &str,
    position: &str,
    align: &str,
    outline: bool,
) -> Result<NodeOutput, ExecutionError> {
    let green = Frame::from_pixel(200, 100, Rgb([0.0, 1.0, 0.0]));
    let inputs = [
        ("images", Value::Image(Arc::new(vec![green; 2]))),
        ("text", text(words)),
        ("font_size", Value::Float(12.0)),
        ("color", text(color)),
        ("position", text(position)),
        ("align", text(align)),
        ("outline", Value::Boolean(outline)),
    ];
    compute("TextOverlay", inputs)
}

/// The bounding box of all pixels that are not green: left, top, right, bottom.
fn bounds(frame: &Frame) -> [u32; 4] {
    let changed = frame
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel.0 != [0.0, 1.0, 0.0]);
    changed.fold(
        [u32::MAX, u32::MAX, 0, 0],
        |[left, top, right, bottom], (x, y, _)| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        },
    )
}

fn text_bounds(position: &str, align: &str) -> [u32; 4] {
    bounds(&frames(&drawn("word", "#fff", position, align, true).unwrap())[0])
}

#[test]
fn text_is_drawn_at_its_position() {
    let [left, top, right, bottom] = text_bounds("top", "left");
    assert!(left < 6 && top < 10 && right < 60 && bottom < 25);
    let [left, top, right, bottom] = text_bounds("bottom", "right");
    assert!(left > 140 && top > 75 && right > 193 && bottom > 90);
    let [left, _, right, _] = text_bounds("top", "center");
    assert!((left + right).abs_diff(199) <= 3, "{left} {right}");
}

#[test]
fn long_text_is_wrapped_and_typed_line_breaks_apply() {
    let height = |words: &str| {
        let [_, top, _, bottom] =
            bounds(&frames(&drawn(words, "#fff", "top", "left", false).unwrap())[0]);
        bottom - top
    };
    let one = height("word");
    assert!(height("word word word word word word word word") > one + 10);
    assert!(height("word\\nword") > one + 10);
    assert!(
        height(&"w".repeat(60)) > one + 10,
        "a word that is too wide is broken"
    );
}

#[test]
fn text_has_its_color_and_only_the_requested_outline() {
    let count = |outline: bool, like: fn([f32; 3]) -> bool| {
        let done = drawn("HHH", "#0000ff", "top", "left", outline).unwrap();
        frames(&done)[0]
            .pixels()
            .filter(|pixel| like(pixel.0))
            .count()
    };
    let blue: fn([f32; 3]) -> bool = |[_, green, blue]| blue > 0.8 && green < 0.2;
    let black: fn([f32; 3]) -> bool = |level| level.iter().sum::<f32>() < 0.6;
    assert!(count(false, blue) > 10);
    assert_eq!(count(false, black), 0);
    assert!(count(true, black) > 10);
}

#[test]
fn text_is_drawn_on_each_frame_of_a_batch() {
    let done = drawn("word", "#fff", "top", "left", true).unwrap();
    assert_eq!(frames(&done)[0], frames(&done)[1]);
    assert_ne!(bounds(&frames(&done)[1])[0], u32::MAX);
}

#[test]
fn empty_text_leaves_the_image_unchanged() {
    let done = drawn(" \n ", "no color", "top", "left", true).unwrap();
    assert_eq!(bounds(&frames(&done)[0])[0], u32::MAX);
}

#[test]
fn an_invalid_color_is_reported() {
    assert!(failure_message(drawn("word", "reddish", "top", "left", true)).contains("`color`"));
}

#[test]
fn a_primitive_keeps_every_digit() {
    let preview = |value: Value| ui(&compute("PreviewAny", [("source", value)]).unwrap());
    for number in [i64::MAX, -i64::MAX, 9_007_199_254_740_993] {
        let done = compute("PrimitiveInt", [("value", Value::Int(number))]).unwrap();
        assert_eq!(
            preview(done.values[0].clone()),
            json!({ "text": [number.to_string()] })
        );
    }
    assert_eq!(preview(Value::Float(1.5)), json!({ "text": ["1.5"] }));
    assert_eq!(preview(Value::Float(2.0)), json!({ "text": ["2.0"] }));
    assert_eq!(preview(Value::Boolean(true)), json!({ "text": ["True"] }));
    assert_eq!(preview(text("a\nb")), json!({ "text": ["a\nb"] }));
    assert_eq!(
        preview(plain([0; 3], 3, 2)),
        json!({ "text": ["1 image of 3 × 2"] })
    );
}

#[test]
fn texts_are_joined_by_the_delimiter() {
    let inputs = [
        ("string_a", text("a")),
        ("string_b", text("b")),
        ("delimiter", text(", ")),
    ];
    let done = compute("StringConcatenate", inputs).unwrap();
    assert_eq!(done.values[0].preview_text(), "a, b");
}
