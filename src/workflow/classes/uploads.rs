//! The inputs of node packs that take an uploaded file although their definitions don't say so: the packs' JavaScript
//! adds the upload button. Sources: the packs.

use std::sync::Arc;

use serde_json::Value;

use super::class::NodeClass;
use super::input::Upload;

/// Class, input and kind of file.
const UPLOADS: [(&str, &str, Upload); 17] = [
    // ComfyUI-VideoHelperSuite
    ("VHS_LoadVideo", "video", Upload::Video),
    ("VHS_LoadVideoFFmpeg", "video", Upload::Video),
    ("VHS_LoadVideoWrapper", "video", Upload::Video),
    ("VHS_UploadVideo", "video", Upload::Video),
    ("VHS_LoadAudioUpload", "audio", Upload::Audio),
    // ComfyUI_Fill-Nodes
    ("FL_LoadImage", "image", Upload::Image),
    ("FL_LoadVideo", "video", Upload::Video),
    // comfyui-mixlab-nodes
    ("LoadVideoAndSegment_", "video", Upload::Video),
    // deforum-comfy-nodes
    ("DeforumLoadVideo", "video", Upload::Video),
    // ComfyUI-Hunyuan3DWrapper
    ("Hy3DUploadMesh", "mesh", Upload::File),
    // ComfyUI-Griptape
    ("Griptape Load: Audio", "audio", Upload::Audio),
    // ComfyUI_Primere_Nodes
    ("PrimereMetaRead", "image", Upload::Image),
    ("PrimereImageMetaReader", "image", Upload::Image),
    // Packs that read the texts of images
    ("LoadImageWithMetadata", "image", Upload::Image),
    ("Simple Load Image With Metadata", "image", Upload::Image),
    ("LoadImageWithDictionary", "image", Upload::Image),
    // ComfyUI-TyDev-Utils
    ("TY_UploadAnything", "file", Upload::File),
];

/// Adds to the definition of a class what it takes as uploads.
pub(super) fn add(name: &str, class: &mut NodeClass) {
    for (_, input, upload) in UPLOADS.iter().filter(|(own, _, _)| *own == name) {
        let mut inputs = class.inputs.iter_mut();
        if let Some(input) = inputs.find(|own| own.name == *input) {
            let settings = Arc::make_mut(&mut input.settings);
            settings.insert(upload.setting().to_owned(), Value::Bool(true));
        }
    }
}
