//! Nodes for video.

use std::sync::atomic::Ordering;

use super::*;
use crate::files::FileStore;
use comfy_files::{FilePath, Folder};
use media::audio::Audio;

/// Eight frames of 64 × 48 pixels at 25 fps, encoded by x264 with B-frames, and a sound in AAC.
const B_FRAMES: &[u8] = include_bytes!("../../../media/tests/b_frames.mp4");

/// A moving picture without sharp edges.
fn pattern(number: u32, width: u32, height: u32) -> Frame {
    Frame::from_fn(width, height, |x, y| {
        let (x, y, number) = (x as f32, y as f32, number as f32);
        let red = 127.0 + 100.0 * ((x + 3.0 * number) / 11.0).sin();
        let green = 127.0 + 100.0 * ((y - 2.0 * number) / 9.0).sin();
        Rgb([red, green, 60.0 + 8.0 * number].map(|level| level / 255.0))
    })
}

fn patterns(count: u32, width: u32, height: u32) -> Value {
    let frames = (0..count).map(|number| pattern(number, width, height));
    Value::Image(Arc::new(frames.collect()))
}

fn create(images: Value, fps: f64) -> Value {
    let inputs = [("images", images), ("fps", Value::Float(fps))];
    only_value(compute("CreateVideo", inputs).unwrap())
}

fn only_value(done: NodeOutput) -> Value {
    let [value] = <[Value; 1]>::try_from(done.values).unwrap();
    value
}

fn save(store: &MemoryStore, video: Value, prefix: &str) -> Result<NodeOutput, ExecutionError> {
    let inputs = [
        ("video", video),
        ("filename_prefix", text(prefix)),
        ("format", text("auto")),
    ];
    compute_with(store, &[], "SaveVideo", inputs)
}

/// The bytes that SaveVideo writes.
fn encoded(video: Value) -> Vec<u8> {
    let store = MemoryStore::default();
    save(&store, video, "a").unwrap();
    let path = FilePath::parse("a_00001_.mp4", Folder::Output).unwrap();
    store.read(&path).unwrap()
}

fn load(bytes: &[u8]) -> Result<Value, ExecutionError> {
    let store = MemoryStore::default();
    store.put(Folder::Input, "clip.mp4", bytes);
    compute_with(&store, &[], "LoadVideo", [("file", text("clip.mp4"))]).map(only_value)
}

fn components(video: Value) -> Result<NodeOutput, ExecutionError> {
    compute("GetVideoComponents", [("video", video)])
}

fn fps(done: &NodeOutput) -> f64 {
    let Value::Float(fps) = done.values[2] else {
        panic!("the third output is the frame rate")
    };
    fps
}

#[test]
fn a_created_video_keeps_its_components() {
    let done = components(create(patterns(3, 7, 5), 29.97)).unwrap();
    assert_eq!((frames(&done).len(), fps(&done)), (3, 29.97));
    assert_eq!(frames(&done)[2], pattern(2, 7, 5));
    assert!(matches!(done.values[1], Value::Json(Json::Null)));
    let inputs = [
        ("images", done.values[0].clone()),
        ("fps", done.values[2].clone()),
        ("audio", done.values[1].clone()),
    ];
    assert!(compute("CreateVideo", inputs).is_ok());
}

#[test]
fn encoding_and_decoding_count_frames_and_stop_when_interrupted() {
    for (class, video) in [
        ("SaveVideo", create(patterns(5, 16, 16), 8.0)),
        ("GetVideoComponents", load(B_FRAMES).unwrap()),
    ] {
        let interrupted = AtomicBool::new(false);
        let seen = std::cell::RefCell::new(Vec::new());
        let run = RunContext {
            store: &MemoryStore::default(),
            interrupted: &interrupted,
            h264: h264(),
            png_metadata: &[],
        };
        let class = super::super::class(class).unwrap();
        let report = |done, total| {
            seen.borrow_mut().push((done, total));
            interrupted.store(done == 3, Ordering::Relaxed);
        };
        let context = NodeContext {
            declared: class.inputs.iter().collect(),
            inputs: HashMap::from([("video", video), ("filename_prefix", text("a"))]),
            run: &run,
            text_left: MAX_TEXT,
            progress: Progress::new(&report),
        };
        assert_eq!(
            (class.run)(&context).unwrap_err(),
            ExecutionError::Interrupted
        );
        let total = seen.borrow()[0].1;
        assert_eq!(*seen.borrow(), [(1, total), (2, total), (3, total)]);
        assert!([5, 8].contains(&total));
    }
}

#[test]
fn a_file_has_frames_a_frame_rate_and_sound() {
    let video = load(B_FRAMES).unwrap();
    assert_eq!(video.preview_text(), "8 frames of 64 × 48 at 25 fps");
    let done = components(video).unwrap();
    assert_eq!((frames(&done).len(), fps(&done)), (8, 25.0));
    assert!(matches!(done.values[1], Value::Audio(_)));
}

#[test]
fn a_file_that_is_no_video_is_reported() {
    assert_eq!(
        failure_message(load(b"")),
        "reading clip.mp4 as a video: it is empty; upload it again"
    );
}

#[test]
fn a_saved_video_has_its_frames_and_its_sound() {
    let created = compute("CreateVideo", with_sound(patterns(4, 16, 16))).unwrap();
    let done = components(load(&encoded(only_value(created))).unwrap()).unwrap();
    assert_eq!((frames(&done).len(), fps(&done)), (4, 8.0));
    match &done.values[1] {
        Value::Audio(audio) => assert_eq!((audio.channels(), audio.length()), (2, 4000)),
        other => panic!("{other:?} is not audio"),
    }
}

#[test]
fn a_created_video_keeps_the_whole_sound() {
    let created = compute("CreateVideo", with_sound(patterns(1, 16, 16))).unwrap();
    match &components(only_value(created)).unwrap().values[1] {
        Value::Audio(audio) => assert_eq!(audio.length(), 16000),
        other => panic!("{other:?} is not audio"),
    }
}

/// The inputs of CreateVideo for these images at 8 fps and a sound of 2 s.
fn with_sound(images: Value) -> [(&'static str, Value); 3] {
    let sound = Audio::of_clip(vec![vec![0.25; 16000]; 2], 8000);
    [
        ("images", images),
        ("fps", Value::Float(8.0)),
        ("audio", Value::Audio(sound.into())),
    ]
}

#[test]
fn a_video_that_cannot_be_encoded_is_reported() {
    let saved = save(
        &MemoryStore::default(),
        create(patterns(1, 65, 48), 8.0),
        "a",
    );
    let message = failure_message(saved);
    assert!(
        message.starts_with("encoding a video of 65 × 48 pixels: H.264 needs"),
        "{message}"
    );
}

#[test]
fn a_loaded_video_is_saved_unchanged() {
    assert_eq!(encoded(load(B_FRAMES).unwrap()), B_FRAMES);
}

#[test]
fn a_saved_video_is_reported_as_comfyui_does() {
    let store = MemoryStore::default();
    let done = save(
        &store,
        create(patterns(1, 32, 16), 8.0),
        "cap/%width%x%height%",
    )
    .unwrap();
    let file = json!({ "filename": "32x16_00001_.mp4", "subfolder": "cap", "type": "output" });
    assert_eq!(ui(&done), json!({ "images": [file], "animated": [true] }));
    assert!(matches!(done.values[0], Value::Video(_)));
}

#[test]
fn video_nodes_have_comfyuis_object_info_form() {
    let info = |class: &str| {
        super::super::class(class)
            .unwrap()
            .info(&["a.mp4".to_owned()])
    };
    let file = json!({ "multiselect": false, "options": ["a.mp4"], "video_upload": true });
    assert_eq!(
        info("LoadVideo")["input"]["required"]["file"],
        json!(["COMBO", file])
    );
    let create = info("CreateVideo");
    let fps = json!({ "default": 30.0, "min": 1.0, "max": 120.0, "step": 1.0 });
    assert_eq!(create["input"]["required"]["fps"], json!(["FLOAT", fps]));
    assert_eq!(
        create["input_order"],
        json!({ "required": ["images", "fps"], "optional": ["audio", "bit_depth"] })
    );
    let depth = json!({ "default": 8, "min": 8, "max": 10, "step": 2, "display": "number" });
    assert_eq!(
        create["input"]["optional"]["bit_depth"],
        json!(["INT", depth])
    );
    let outputs = &info("GetVideoComponents")["output"];
    assert_eq!(*outputs, json!(["IMAGE", "AUDIO", "FLOAT"]));
    let save = info("SaveVideo");
    let required = &save["input"]["required"];
    assert_eq!(required["filename_prefix"][1]["default"], "video/ComfyUI");
    let option = |key: &str| json!({ "key": key, "inputs": { "required": {} } });
    let codecs = json!([option("auto"), option("h264")]);
    let codec = json!(["COMFY_DYNAMICCOMBO_V3", { "options": codecs }]);
    let format = |key: &str| json!({ "key": key, "inputs": { "required": { "codec": codec } } });
    let formats = json!({ "options": [format("auto"), format("mp4")] });
    assert_eq!(
        required["format"],
        json!(["COMFY_DYNAMICCOMBO_V3", formats])
    );
    let codec = json!(["COMFY_DYNAMICCOMBO_V3", { "options": codecs, "hidden": true }]);
    assert_eq!(save["input"]["optional"]["codec"], codec);
}

#[test]
fn a_bit_depth_of_10_is_rejected() {
    let inputs = |depth| {
        [
            ("images", patterns(1, 16, 16)),
            ("fps", Value::Float(8.0)),
            ("bit_depth", Value::Int(depth)),
        ]
    };
    assert!(compute("CreateVideo", inputs(8)).is_ok());
    let message = failure_message(compute("CreateVideo", inputs(10)));
    assert!(message.contains("set `bit_depth` to 8"), "{message}");
}

#[test]
fn frame_rates_out_of_bounds_are_rejected() {
    for rate in [0.5, 120.5, f64::MAX] {
        let inputs = [("images", patterns(1, 16, 16)), ("fps", Value::Float(rate))];
        let message = failure_message(compute("CreateVideo", inputs));
        assert!(message.contains("between 1 and 120"), "{message}");
    }
}
