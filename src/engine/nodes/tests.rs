//! Each node class on known pixels.

mod audio;
mod audio_files;
mod files;
mod filter;
mod image_blend;
mod text;
mod transform;
#[cfg(feature = "h264")]
mod video;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use image::Rgb;
use serde_json::{Value as Json, json};

use crate::context::{NodeContext, RunContext};
use crate::execution_error::ExecutionError;
use crate::files::MemoryStore;
use crate::node_output::NodeOutput;
use crate::progress::Progress;
use crate::value::{MAX_TEXT, Value};
use media::{Frame, VideoCodec};

/// One 8-bit pixel.
type Pixel = [u8; 3];

/// A frame with these rows.
fn frame(rows: &[&[Pixel]]) -> Frame {
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let level = |level: u8| f32::from(level) / 255.0;
    Frame::from_fn(width, height, |x, y| {
        Rgb(rows[y as usize][x as usize].map(level))
    })
}

/// A batch of one image.
fn image(rows: &[&[Pixel]]) -> Value {
    Value::Image(Arc::new(vec![frame(rows)]))
}

/// A batch of one image of one color.
fn plain(color: Pixel, width: usize, height: usize) -> Value {
    let row = vec![color; width];
    image(&vec![row.as_slice(); height])
}

/// A one-row image of grey levels.
fn greys(levels: &[u8]) -> Value {
    let row: Vec<Pixel> = levels.iter().map(|level| [*level; 3]).collect();
    image(&[&row])
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

#[cfg(feature = "h264")]
fn h264() -> Option<&'static dyn VideoCodec> {
    Some(&media::OpenH264)
}

#[cfg(not(feature = "h264"))]
fn h264() -> Option<&'static dyn VideoCodec> {
    None
}

/// Runs one node.
fn compute<const N: usize>(
    class: &str,
    inputs: [(&'static str, Value); N],
) -> Result<NodeOutput, ExecutionError> {
    compute_with(&MemoryStore::default(), &[], class, inputs)
}

fn compute_with<const N: usize>(
    store: &MemoryStore,
    png_metadata: &[(String, String)],
    class: &str,
    inputs: [(&'static str, Value); N],
) -> Result<NodeOutput, ExecutionError> {
    compute_all(store, png_metadata, class, inputs.into())
}

fn compute_all(
    store: &MemoryStore,
    png_metadata: &[(String, String)],
    class: &str,
    inputs: Vec<(&'static str, Value)>,
) -> Result<NodeOutput, ExecutionError> {
    let class = super::class(class).unwrap();
    let run = RunContext {
        store,
        interrupted: &AtomicBool::new(false),
        h264: h264(),
        png_metadata,
    };
    let context = NodeContext {
        declared: class.inputs.iter().collect(),
        inputs: HashMap::from_iter(inputs),
        run: &run,
        text_left: MAX_TEXT,
        progress: Progress::new(&|_, _| {}),
    };
    (class.run)(&context)
}

/// The frames of the first output.
fn frames(done: &NodeOutput) -> &[Frame] {
    match &done.values[0] {
        Value::Image(frames) => frames,
        other => panic!("{other:?} is not an image"),
    }
}

/// The 8-bit rows of the first frame.
fn rows(done: &NodeOutput) -> Vec<Vec<Pixel>> {
    let saved = |pixel: &Rgb<f32>| {
        pixel
            .0
            .map(|level| (level.clamp(0.0, 1.0) * 255.0).round() as u8)
    };
    frames(done)[0]
        .rows()
        .map(|row| row.map(saved).collect())
        .collect()
}

/// The first row of a grey image.
fn levels(done: &NodeOutput) -> Vec<u8> {
    rows(done)[0].iter().map(|pixel| pixel[0]).collect()
}

fn ui(done: &NodeOutput) -> Json {
    json!(done.ui)
}

fn failure_message<T: std::fmt::Debug>(result: Result<T, ExecutionError>) -> String {
    match result {
        Err(ExecutionError::Failed(message)) => message,
        other => panic!("{other:?} is not a failure"),
    }
}

#[test]
fn an_empty_image_has_its_color_and_count() {
    let size = |number| Value::Int(number);
    let inputs = [
        ("width", size(3)),
        ("height", size(2)),
        ("batch_size", size(4)),
        ("color", Value::Int(0x0a80ff)),
    ];
    let done = compute("EmptyImage", inputs).unwrap();
    assert_eq!(frames(&done).len(), 4);
    assert_eq!(rows(&done), vec![vec![[0x0a, 0x80, 0xff]; 3]; 2]);
}

#[test]
fn an_excessive_size_is_rejected_before_allocation() {
    let inputs = [
        ("width", Value::Int(16384)),
        ("height", Value::Int(16384)),
        ("batch_size", Value::Int(4096)),
        ("color", Value::Int(0)),
    ];
    let message = failure_message(compute("EmptyImage", inputs));
    assert!(message.contains("4096 × 16384 × 16384"), "{message}");
}

#[test]
fn a_linked_number_is_checked_against_the_bounds_of_its_input() {
    let inputs = [
        ("width", Value::Int(i64::MAX)),
        ("height", Value::Int(1)),
        ("batch_size", Value::Int(1)),
        ("color", Value::Int(0)),
    ];
    let message = failure_message(compute("EmptyImage", inputs));
    assert!(
        message.contains("`width`") && message.contains("16384"),
        "{message}"
    );
}

#[test]
fn each_class_has_a_unique_name_and_complete_object_info() {
    let info = super::object_info(&[]);
    assert_eq!(info.len(), super::classes().count());
    for (name, info) in info {
        let order = info["input_order"]["required"].as_array().unwrap();
        let required = info["input"]["required"].as_object().unwrap();
        assert!(
            order
                .iter()
                .map(|name| name.as_str().unwrap())
                .eq(required.keys()),
            "{name}"
        );
        assert_eq!(
            info["output"].as_array().unwrap().len(),
            info["output_name"].as_array().unwrap().len()
        );
        assert_eq!(info["name"], name);
    }
}

#[test]
fn inputs_have_comfyuis_object_info_form() {
    let config = |class: &str, input: &str| {
        super::class(class).unwrap().info(&[])["input"]["required"][input].clone()
    };
    assert_eq!(config("SaveImage", "images"), json!(["IMAGE", {}]));
    assert_eq!(
        config("SaveText", "text"),
        json!(["STRING", { "multiline": false, "forceInput": true }])
    );
    assert_eq!(
        config("ImageScale", "crop"),
        json!([["disabled", "center"], {}])
    );
    let format =
        json!({ "default": "txt", "multiselect": false, "options": ["txt", "csv", "md", "json"] });
    assert_eq!(config("SaveText", "format"), json!(["COMBO", format]));
    let sigma = json!({ "default": 1.0, "min": 0.1, "max": 10.0, "step": 0.1 });
    assert_eq!(config("ImageBlur", "sigma"), json!(["FLOAT", sigma]));
    let value = json!({ "min": -i64::MAX, "max": i64::MAX, "control_after_generate": "fixed" });
    assert_eq!(config("PrimitiveInt", "value"), json!(["INT", value]));
}
