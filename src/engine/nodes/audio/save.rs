//! Nodes that save audio: SaveAudioAdvanced, SaveAudio, SaveAudioOpus, PreviewAudio. There is no MP3,
//! because its encoders have licenses that this program cannot take over.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{AUDIO, DynamicOption, Hint, Input, InputKind};
use crate::node_output::NodeOutput;
use crate::nodes::save::save_file;
use crate::value::Value;
use comfy_files::Folder;
use media::Monitor;
use media::audio::{flac_encoder, opus_encoder, resample};

pub(in crate::nodes) const CLASSES: &[Class] = &[
    save_class(
        "SaveAudioAdvanced",
        "Save Audio (Advanced)",
        &[
            Input::link("audio", AUDIO).with(&[("tooltip", Hint::Text("The audio to save."))]),
            PREFIX.with(&[(
                "tooltip",
                Hint::Text(
                    "The prefix for the file to save. May include formatting tokens such as %date:yyyy-MM-dd%.",
                ),
            )]),
            Input::new("format", InputKind::Dynamic(FORMATS)).with(&[(
                "tooltip",
                Hint::Text("The file format in which to save the audio."),
            )]),
        ],
        save_advanced,
    ),
    save_class(
        "SaveAudio",
        "Save Audio (FLAC) (DEPRECATED)",
        &[Input::link("audio", AUDIO), PREFIX],
        save_flac,
    ),
    save_class(
        "SaveAudioOpus",
        "Save Audio (Opus) (DEPRECATED)",
        &[Input::link("audio", AUDIO), PREFIX, quality("quality")],
        save_opus,
    ),
    save_class(
        "PreviewAudio",
        "Preview Audio",
        &[Input::link("audio", AUDIO)],
        preview,
    ),
];

const PREFIX: Input = Input::text("filename_prefix", Some("audio/ComfyUI"), false);

const FORMATS: &[DynamicOption] = &[
    DynamicOption {
        key: "flac",
        inputs: &[],
    },
    DynamicOption {
        key: "opus",
        inputs: &[quality("format.quality")],
    },
];

const fn save_class(
    name: &'static str,
    title: &'static str,
    inputs: &'static [Input],
    run: fn(&NodeContext) -> Result<NodeOutput, ExecutionError>,
) -> Class {
    Class {
        name,
        title,
        category: "audio",
        inputs,
        outputs: &[(AUDIO, "audio")],
        output_node: true,
        run,
    }
}

const fn quality(name: &'static str) -> Input {
    Input::new(
        name,
        InputKind::Choice {
            options: &["64k", "96k", "128k", "192k", "320k"],
            default: Some("128k"),
            legacy: false,
        },
    )
}

/// The format of a saved file.
enum Format {
    Flac,
    /// With this many bits per second.
    Opus(u32),
}

fn save_advanced(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let format = match context.text("format")? {
        "opus" => opus(context, "format.quality")?,
        _ => Format::Flac,
    };
    save(
        context,
        Folder::Output,
        context.text("filename_prefix")?,
        &format,
    )
}

fn save_flac(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    save(
        context,
        Folder::Output,
        context.text("filename_prefix")?,
        &Format::Flac,
    )
}

fn save_opus(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let format = opus(context, "quality")?;
    save(
        context,
        Folder::Output,
        context.text("filename_prefix")?,
        &format,
    )
}

fn preview(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    save(context, Folder::Temp, "ComfyUI_temp", &Format::Flac)
}

fn opus(context: &NodeContext, quality: &str) -> Result<Format, ExecutionError> {
    let text = context.text(quality)?;
    let kilobits: Option<u32> = text
        .strip_suffix('k')
        .and_then(|digits| digits.parse().ok());
    let bits = kilobits.and_then(|kilobits| kilobits.checked_mul(1000));
    bits.map(Format::Opus).ok_or_else(|| {
        ExecutionError::new(format!(
            "the input `{quality}` is {text}; use a bit rate such as 128k"
        ))
    })
}

/// Saves each clip as a file of its own.
fn save(
    context: &NodeContext,
    folder: Folder,
    prefix: &str,
    format: &Format,
) -> Result<NodeOutput, ExecutionError> {
    let audio = context.audio("audio")?;
    if audio.length() == 0 {
        return Err(ExecutionError::new(format!(
            "saving audio to `{prefix}`: it has no samples; use audio that is longer than 0 s"
        )));
    }
    let (extension, bytes) = match format {
        Format::Flac => (".flac", encode_flac(context)?),
        Format::Opus(bitrate) => (".opus", encode_opus(context, *bitrate)?),
    };
    let files = bytes
        .iter()
        .map(|bytes| save_file(context, folder, prefix, extension, bytes))
        .collect::<Result<Vec<Json>, _>>()?;
    Ok(NodeOutput {
        values: vec![Value::Audio(Arc::clone(audio))],
        ui: Some(Map::from_iter([("audio".to_owned(), Json::from(files))])),
    })
}

fn encode_flac(context: &NodeContext) -> Result<Vec<Vec<u8>>, ExecutionError> {
    let audio = context.audio("audio")?;
    context.expect_steps(audio.clips.len() * flac_encoder::steps(audio.length()));
    let metadata = context.run.png_metadata;
    let encoded = audio
        .clips
        .iter()
        .map(|clip| flac_encoder::encode(clip, audio.sample_rate, metadata, context))
        .collect::<Result<_, _>>()?;
    Ok(encoded)
}

fn encode_opus(context: &NodeContext, bitrate: u32) -> Result<Vec<Vec<u8>>, ExecutionError> {
    let audio = context.audio("audio")?;
    let rate = opus_encoder::encodable_rate(audio.sample_rate);
    let audio = resample(audio, rate, context)?;
    context.expect_steps(audio.clips.len() * opus_encoder::steps(audio.length(), rate));
    let metadata = context.run.png_metadata;
    let encoded = audio
        .clips
        .iter()
        .map(|clip| opus_encoder::encode(clip, rate, bitrate, metadata, context))
        .collect::<Result<_, _>>()?;
    Ok(encoded)
}
