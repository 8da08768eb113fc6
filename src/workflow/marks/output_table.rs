//! The table of every class that marks an output. Sources: the contract, section 1;
//! `GET /object_info` of an engine with each family's nodes.

use super::kind::OutputKind::{self, Audio, File, Image, Text, Video};
use super::mark::{Core, OutputMark};

/// Every class that marks an output.
pub static OUTPUTS: &[OutputMark] = &[
    save("SaveImage", Image, PREFIX),
    save("SaveText", Text, &["filename_prefix", "format"]).or("text", "PreviewAny", "source"),
    save("SaveVideo", Video, &["filename_prefix", "format", "codec"]),
    save("SaveAudio", Audio, PREFIX),
    save("FSSaveText", Text, LABELLED).or("text", "PreviewAny", "source"),
    save("FSSaveInteger", Text, LABELLED).or("integer", "PreviewAny", "source"),
    save(
        "FSSaveImage",
        Image,
        &["filename_prefix", "format", "label", "quality", "lossless"],
    )
    .or("images", "SaveImage", "images"),
    save(
        "FSSaveVideo",
        Video,
        &["filename_prefix", "fps", "quality", "label"],
    ),
    save(
        "FSSaveAudio",
        Audio,
        &["filename_prefix", "format", "quality", "label"],
    )
    .or("audio", "SaveAudio", "audio"),
    save("FSSave3D", File, LABELLED),
    save("ComfyDeployOutputImage", Image, DEPLOY).or("images", "SaveImage", "images"),
    save(
        "ComfyDeployOutputText",
        Text,
        &["filename_prefix", "file_type", "output_id"],
    )
    .or("text", "PreviewAny", "source"),
    save("ComfyDeployOutputFile", File, &["output_id"]),
    save(
        "ComfyDeployOutputEXR",
        File,
        &["filename_prefix", "output_id"],
    ),
    save("SaveImageAdvanced", Image, &["filename_prefix", "format"]),
    save(
        "SaveAnimatedPNG",
        Image,
        &["filename_prefix", "fps", "compress_level"],
    ),
    save(
        "SaveAnimatedWEBP",
        Image,
        &["filename_prefix", "fps", "lossless", "quality", "method"],
    ),
    save("SaveSVGNode", Image, PREFIX),
    save(
        "SaveWEBM",
        Video,
        &["filename_prefix", "codec", "fps", "crf"],
    ),
    save("SaveAudioMP3", Audio, &["filename_prefix", "quality"]),
    save("SaveAudioOpus", Audio, &["filename_prefix", "quality"]),
    save("SaveAudioAdvanced", Audio, &["filename_prefix", "format"]),
    save("SaveGLB", File, PREFIX),
    preview("PreviewImage", Image),
    preview("PreviewAudio", Audio),
    preview("PreviewAny", Text),
    preview("Preview3D", File),
    preview("Preview3DAnimation", File),
    preview("MaskPreview", Image),
];

const PREFIX: &[&str] = &["filename_prefix"];
const LABELLED: &[&str] = &["filename_prefix", "label"];
const DEPLOY: &[&str] = &["filename_prefix", "file_type", "quality", "output_id"];

const fn save(
    class: &'static str,
    kind: OutputKind,
    widgets: &'static [&'static str],
) -> OutputMark {
    OutputMark {
        class,
        kind,
        preview: false,
        core: None,
        widgets,
    }
}

const fn preview(class: &'static str, kind: OutputKind) -> OutputMark {
    OutputMark {
        preview: true,
        ..save(class, kind, &[])
    }
}

impl OutputMark {
    /// Sets the core class that replaces it: `from` becomes its `input`.
    const fn or(mut self, from: &'static str, class: &'static str, input: &'static str) -> Self {
        self.core = Some((Core { class, input }, from));
        self
    }
}
