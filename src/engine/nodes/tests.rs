//! Each node on known pixels.

mod blends;
mod files;
mod filters;
mod texts;
mod transforms;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use image::Rgb;
use serde_json::{Value as Json, json};

use crate::engine::call::{Call, Done, Failure, Job, Steps};
use crate::engine::store::shelf::Shelf;
use crate::engine::value::{Frame, Value};

/// One pixel as it is saved.
type Pixel = [u8; 3];

/// A picture of these rows.
fn frame(rows: &[&[Pixel]]) -> Frame {
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let level = |level: u8| f32::from(level) / 255.0;
    Frame::from_fn(width, height, |x, y| {
        Rgb(rows[y as usize][x as usize].map(level))
    })
}

/// A batch of one picture.
fn image(rows: &[&[Pixel]]) -> Value {
    Value::Image(Arc::new(vec![frame(rows)]))
}

/// A batch of one picture of one color.
fn plain(color: Pixel, width: usize, height: usize) -> Value {
    let row = vec![color; width];
    image(&vec![row.as_slice(); height])
}

/// A row of greys.
fn greys(levels: &[u8]) -> Value {
    let row: Vec<Pixel> = levels.iter().map(|level| [*level; 3]).collect();
    image(&[&row])
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Computes one node.
fn compute<const N: usize>(
    class: &str,
    inputs: [(&'static str, Value); N],
) -> Result<Done, Failure> {
    compute_with(&Shelf::default(), &[], class, inputs)
}

fn compute_with<const N: usize>(
    store: &Shelf,
    notes: &[(String, String)],
    class: &str,
    inputs: [(&'static str, Value); N],
) -> Result<Done, Failure> {
    let class = super::class(class).unwrap();
    let job = Job {
        store,
        stop: &AtomicBool::new(false),
        notes,
    };
    let call = Call {
        class,
        inputs: HashMap::from(inputs),
        job: &job,
        steps: Steps::new(&|_, _| {}),
    };
    (class.run)(&call)
}

/// The frames of a node's first output.
fn frames(done: &Done) -> &[Frame] {
    match &done.outputs[0] {
        Value::Image(frames) => frames,
        other => panic!("{other:?} is no image"),
    }
}

/// The rows of the first frame, as they are saved.
fn rows(done: &Done) -> Vec<Vec<Pixel>> {
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

/// The levels of a grey picture's first row.
fn levels(done: &Done) -> Vec<u8> {
    rows(done)[0].iter().map(|pixel| pixel[0]).collect()
}

fn shown(done: &Done) -> Json {
    json!(done.shown)
}

fn reason<T: std::fmt::Debug>(result: Result<T, Failure>) -> String {
    match result {
        Err(Failure::Failed(message)) => message,
        other => panic!("{other:?} is no failure"),
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
fn an_absurd_size_is_refused_before_it_is_made() {
    let inputs = [
        ("width", Value::Int(16384)),
        ("height", Value::Int(16384)),
        ("batch_size", Value::Int(4096)),
        ("color", Value::Int(0)),
    ];
    let message = reason(compute("EmptyImage", inputs));
    assert!(message.contains("4096 × 16384 × 16384"), "{message}");
}

#[test]
fn a_linked_number_is_held_to_the_bounds_of_its_input() {
    let inputs = [
        ("width", Value::Int(i64::MAX)),
        ("height", Value::Int(1)),
        ("batch_size", Value::Int(1)),
        ("color", Value::Int(0)),
    ];
    let message = reason(compute("EmptyImage", inputs));
    assert!(
        message.contains("`width`") && message.contains("16384"),
        "{message}"
    );
}

#[test]
fn each_class_has_a_name_of_its_own_and_a_whole_wire_form() {
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
fn inputs_have_comfyuis_wire_form() {
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
