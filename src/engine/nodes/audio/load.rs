//! LoadAudio: reads an audio file or the audio track of a video.

use std::fmt::Display;

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{AUDIO, FileKind, Input, InputKind};
use crate::node_output::NodeOutput;
use media::audio;

pub(in crate::nodes) const CLASSES: &[Class] = &[Class {
    name: "LoadAudio",
    title: "Load Audio",
    category: "audio",
    inputs: &[Input::new("audio", InputKind::File(FileKind::Audio))],
    outputs: &[(AUDIO, AUDIO)],
    output_node: false,
    run: load_audio,
}];

fn load_audio(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let path = context.input_file("audio")?;
    let bytes = context.run.store.read(&path).map_err(|error| {
        ExecutionError::new(format!("reading {}: {error}; upload it again", path.name))
    })?;
    let describe = |why: &dyn Display| {
        format!(
            "reading {} as audio: {why}; upload a WAV, FLAC, MP3, Ogg, Opus, M4A or WebM file",
            path.name
        )
    };
    let audio = audio::decode(bytes, &describe, context)?;
    Ok(NodeOutput::audio(audio))
}
