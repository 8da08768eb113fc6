//! Nodes for video: LoadVideo, CreateVideo, GetVideoComponents, SaveVideo.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::save::save_file;
use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{AUDIO, DynamicOption, FLOAT, FileKind, Hint, IMAGE, Input, InputKind, VIDEO};
use crate::node_output::NodeOutput;
use crate::value::Value;
use comfy_files::Folder;
use media::mp4;
use media::video::{self, Video, VideoFrames};

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "LoadVideo",
        title: "Load Video",
        category: "video",
        inputs: &[Input::new("file", InputKind::File(FileKind::Video))],
        outputs: &[(VIDEO, VIDEO)],
        output_node: false,
        run: load_video,
    },
    Class {
        name: "CreateVideo",
        title: "Create Video",
        category: "video",
        inputs: &[
            Input::link("images", IMAGE),
            Input::float("fps", 30.0, 1.0, 120.0, 1.0),
            Input::link("audio", AUDIO).optional(),
            Input::new(
                "bit_depth",
                InputKind::Int {
                    default: Some(8),
                    min: 8,
                    max: 10,
                    step: Some(2),
                },
            )
            .with(&[("display", Hint::Text("number"))])
            .optional(),
        ],
        outputs: &[(VIDEO, VIDEO)],
        output_node: false,
        run: create_video,
    },
    Class {
        name: "GetVideoComponents",
        title: "Get Video Components",
        category: "video",
        inputs: &[Input::link("video", VIDEO)],
        outputs: &[(IMAGE, "images"), (AUDIO, "audio"), (FLOAT, "fps")],
        output_node: false,
        run: get_components,
    },
    Class {
        name: "SaveVideo",
        title: "Save Video",
        category: "video",
        inputs: &[
            Input::link("video", VIDEO),
            Input::text("filename_prefix", Some("video/ComfyUI"), false),
            Input::new("format", InputKind::Dynamic(FORMATS)),
            Input::new("codec", InputKind::Dynamic(CODECS))
                .with(&[("hidden", Hint::Yes)])
                .optional(),
        ],
        outputs: &[(VIDEO, "video")],
        output_node: true,
        run: save_video,
    },
];

const FORMATS: &[DynamicOption] = &[format("auto"), format("mp4")];

const CODECS: &[DynamicOption] = &[codec("auto"), codec("h264")];

const fn format(key: &'static str) -> DynamicOption {
    // Workflows of older versions have an input `codec` instead.
    const CODEC: &[Input] = &[Input::new("format.codec", InputKind::Dynamic(CODECS)).optional()];
    DynamicOption { key, inputs: CODEC }
}

const fn codec(key: &'static str) -> DynamicOption {
    DynamicOption { key, inputs: &[] }
}

fn load_video(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let path = context.input_file("file")?;
    let failed =
        |reason: &str| ExecutionError::new(format!("reading {} as a video: {reason}", path.name));
    let bytes = context.run.store.read(&path);
    let bytes = bytes.map_err(|error| failed(&format!("{error}; upload another file")))?;
    let video = mp4::read(bytes).map_err(|reason| failed(&reason))?;
    Ok(NodeOutput::value(Value::Video(Arc::new(Video::File(
        video,
    )))))
}

fn create_video(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    if context.has("bit_depth") && context.int("bit_depth")? != 8 {
        return Err(ExecutionError::new(
            "creating a video: this engine encodes 8 bits; set `bit_depth` to 8",
        ));
    }
    let audio = match context.has("audio") {
        true => Some(Arc::clone(context.audio("audio")?)),
        false => None,
    };
    let video = Video::Frames(VideoFrames {
        frames: Arc::clone(context.frames("images")?),
        fps: context.float("fps")?,
        audio,
    });
    Ok(NodeOutput::value(Value::Video(Arc::new(video))))
}

fn get_components(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let video = context.video("video")?;
    let (frames, audio) = match &**video {
        Video::File(file) => (
            Arc::new(video::decode(file, context.run.h264, context)?),
            video::decode_sound(file, context)?.map(Arc::new),
        ),
        Video::Frames(video) => (Arc::clone(&video.frames), video.audio.clone()),
    };
    let audio = audio.map_or(Value::Json(Json::Null), Value::Audio);
    Ok(NodeOutput {
        values: vec![Value::Image(frames), audio, Value::Float(video.fps())],
        ui: None,
    })
}

fn save_video(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let video = context.video("video")?;
    let (width, height) = video.dimensions();
    let prefix = context
        .text("filename_prefix")?
        .replace("%width%", &width.to_string())
        .replace("%height%", &height.to_string());
    let bytes = match &**video {
        // A copy keeps the quality and the sound.
        Video::File(file) => Cow::Borrowed(&file.bytes),
        Video::Frames(video) => Cow::Owned(video::encode(video, context.run.h264, context)?),
    };
    let file = save_file(context, Folder::Output, &prefix, "_.mp4", &bytes)?;
    let ui = Map::from_iter([
        ("images".to_owned(), json!([file])),
        ("animated".to_owned(), json!([true])),
    ]);
    Ok(NodeOutput {
        values: vec![Value::Video(Arc::clone(video))],
        ui: Some(ui),
    })
}
