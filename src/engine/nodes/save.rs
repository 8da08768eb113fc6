//! Nodes that save files: SaveImage, PreviewImage, SaveText.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::png_encoder;
use crate::class::Class;
use crate::context::{NodeContext, filename_prefix};
use crate::execution_error::ExecutionError;
use crate::input::{Hint, IMAGE, Input, InputKind, STRING};
use crate::node_output::NodeOutput;
use crate::value::Value;
use comfy_files::{FilePath, Folder};
use media::Monitor;

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "SaveImage",
        title: "Save Image",
        category: "image",
        inputs: &[
            Input::link("images", IMAGE),
            Input::text("filename_prefix", Some("ComfyUI"), false),
        ],
        outputs: &[(IMAGE, "images")],
        output_node: true,
        run: save_image,
    },
    Class {
        name: "PreviewImage",
        title: "Preview Image",
        category: "image",
        inputs: &[Input::link("images", IMAGE)],
        outputs: &[(IMAGE, "images")],
        output_node: true,
        run: preview_image,
    },
    Class {
        name: "SaveText",
        title: "Save Text",
        category: "text",
        inputs: &[
            Input::text("text", None, false).with(&[("forceInput", Hint::Yes)]),
            Input::text("filename_prefix", Some("ComfyUI"), false),
            Input::new(
                "format",
                InputKind::Choice {
                    options: FORMATS,
                    default: Some("txt"),
                    legacy: false,
                },
            ),
        ],
        outputs: &[(STRING, "text")],
        output_node: true,
        run: save_text,
    },
];

const FORMATS: &[&str] = &["txt", "csv", "md", "json"];

fn save_image(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    save_frames(context, Folder::Output, context.text("filename_prefix")?)
}

fn preview_image(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    save_frames(context, Folder::Temp, "ComfyUI_temp")
}

fn save_frames(
    context: &NodeContext,
    folder: Folder,
    prefix: &str,
) -> Result<NodeOutput, ExecutionError> {
    let frames = context.frames("images")?;
    let (width, height) = frames
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    let prefix = prefix
        .replace("%width%", &width.to_string())
        .replace("%height%", &height.to_string());
    let mut files = Vec::new();
    for frame in frames.iter() {
        context.check_interrupted()?;
        let bytes = png_encoder::encode(frame, context.run.png_metadata).map_err(|error| {
            ExecutionError::new(format!("encoding a PNG for `{prefix}`: {error}"))
        })?;
        files.push(save_file(context, folder, &prefix, "_.png", &bytes)?);
    }
    let ui = Map::from_iter([("images".to_owned(), Json::from(files))]);
    Ok(NodeOutput {
        values: vec![Value::Image(Arc::clone(frames))],
        ui: Some(ui),
    })
}

fn save_text(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let text = context.text("text")?;
    context.reserve_text(2 * text.len())?;
    let extension = format!(".{}", context.text("format")?);
    let file = save_file(
        context,
        Folder::Output,
        context.text("filename_prefix")?,
        &extension,
        text.as_bytes(),
    )?;
    let ui = Map::from_iter([
        ("text".to_owned(), json!([text])),
        ("files".to_owned(), json!([file])),
    ]);
    Ok(NodeOutput {
        values: vec![Value::Text(text.into())],
        ui: Some(ui),
    })
}

/// Saves a file under the next free number. Returns its entry in the history.
pub(super) fn save_file(
    context: &NodeContext,
    folder: Folder,
    prefix: &str,
    extension: &str,
    bytes: &[u8],
) -> Result<Json, ExecutionError> {
    let prefix = filename_prefix(prefix, folder)?;
    let FilePath {
        folder,
        subfolder,
        name,
    } = context
        .run
        .store
        .save(&prefix, extension, bytes)
        .map_err(|error| ExecutionError::new(format!("saving to `{}`: {error}", prefix.stem)))?;
    Ok(json!({ "filename": name, "subfolder": subfolder, "type": folder.name() }))
}
