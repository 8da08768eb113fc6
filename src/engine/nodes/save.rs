//! Nodes that save files and say where.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{Class, Hint, IMAGE, Input, Kind, STRING};
use crate::engine::store::{Folder, Place};
use crate::engine::value::{Frame, Value};

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
                Kind::Choice {
                    options: FORMATS,
                    default: Some("txt"),
                    old: false,
                },
            ),
        ],
        outputs: &[(STRING, "text")],
        output_node: true,
        run: save_text,
    },
];

const FORMATS: &[&str] = &["txt", "csv", "md", "json"];

fn save_image(call: &Call) -> Result<Done, Failure> {
    save_frames(call, Folder::Output, call.text("filename_prefix")?)
}

fn preview_image(call: &Call) -> Result<Done, Failure> {
    save_frames(call, Folder::Temp, "ComfyUI_temp")
}

fn save_frames(call: &Call, folder: Folder, prefix: &str) -> Result<Done, Failure> {
    let frames = call.frames("images")?;
    let (width, height) = frames
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    let prefix = prefix
        .replace("%width%", &width.to_string())
        .replace("%height%", &height.to_string());
    let mut files = Vec::new();
    for frame in frames.iter() {
        call.check()?;
        let bytes = png(frame, call.job.notes).map_err(|error| {
            Failure::because(format!("writing a PNG for `{prefix}` failed: {error}"))
        })?;
        files.push(save(call, folder, &prefix, "_.png", &bytes)?);
    }
    let shown = Map::from_iter([("images".to_owned(), Json::from(files))]);
    Ok(Done {
        outputs: vec![Value::Image(Arc::clone(frames))],
        shown: Some(shown),
    })
}

fn save_text(call: &Call) -> Result<Done, Failure> {
    let text = call.text("text")?;
    let ending = format!(".{}", call.text("format")?);
    let file = save(
        call,
        Folder::Output,
        call.text("filename_prefix")?,
        &ending,
        text.as_bytes(),
    )?;
    let shown = Map::from_iter([
        ("text".to_owned(), json!([text])),
        ("files".to_owned(), json!([file])),
    ]);
    Ok(Done {
        outputs: vec![Value::Text(text.to_owned())],
        shown: Some(shown),
    })
}

fn save(
    call: &Call,
    folder: Folder,
    prefix: &str,
    ending: &str,
    bytes: &[u8],
) -> Result<Json, Failure> {
    let prefix = call.prefix(folder, prefix)?;
    let Place {
        folder,
        subfolder,
        name,
    } = call
        .job
        .store
        .save(&prefix, ending, bytes)
        .map_err(|error| {
            Failure::because(format!("saving to `{}` failed: {error}", prefix.stem))
        })?;
    Ok(json!({ "filename": name, "subfolder": subfolder, "type": folder.name() }))
}

/// A frame as an 8-bit PNG with these texts in it. Levels are rounded, where ComfyUI cuts off what
/// is beyond the point: so what was loaded is saved as it was.
fn png(frame: &Frame, notes: &[(String, String)]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, frame.width(), frame.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    for (keyword, text) in notes {
        encoder.add_text_chunk(keyword.clone(), text.clone())?;
    }
    let levels: Vec<u8> = frame
        .as_raw()
        .iter()
        .map(|level| (level.clamp(0.0, 1.0) * 255.0).round() as u8)
        .collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&levels)?;
    writer.finish()?;
    Ok(bytes)
}
