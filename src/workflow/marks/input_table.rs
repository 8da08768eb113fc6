//! The table of every class that marks an input. Sources: the contract, section 1;
//! `GET /object_info` of an engine with each family's nodes.

use super::builder::{core, deploy, deploy_file, flowscale, own, own_file};
use super::kind::InputKind::{Audio, Boolean, Choice, File, Image, Number, Slider, Text, Video};
use super::mark::InputMark;

/// Every class that marks an input.
pub static INPUTS: &[InputMark] = &[
    own("InputText", Text).widgets(&[
        "name",
        "label",
        "description",
        "default",
        "multiline",
        "max_length",
        "required",
    ]),
    own("InputNumber", Number).widgets(OWN_NUMBER),
    own("InputSlider", Slider).widgets(OWN_NUMBER),
    own("InputBoolean", Boolean).widgets(&["name", "label", "description", "default", "required"]),
    own("InputChoice", Choice).widgets(&[
        "name",
        "label",
        "description",
        "default",
        "options",
        "required",
    ]),
    own_file("InputImage", Image, "image").node("LoadImage", "image"),
    own_file("InputVideo", Video, "video").node("LoadVideo", "file"),
    own_file("InputAudio", Audio, "audio").node("LoadAudio", "audio"),
    flowscale("FSLoadText", Text, "default_value")
        .literal()
        .multiline(),
    flowscale("FSLoadInteger", Number, "default_value")
        .literal()
        .integer(),
    flowscale("FSLoadImage", Image, "image")
        .node("LoadImage", "image")
        .widgets(&["image", "label"]),
    flowscale("FSLoadAudio", Audio, "audio")
        .node("LoadAudio", "audio")
        .widgets(&["audio", "label"]),
    // It outputs frames, but core's LoadVideo outputs a video, so it has no stand-in.
    flowscale("FSLoadVideo", Video, "video").widgets(&[
        "video",
        "skip_first_frames",
        "select_every_nth",
        "label",
    ]),
    flowscale("FSLoad3D", File, "model_file").widgets(&["model_file", "label"]),
    flowscale("FSLoadImageFromURL", Text, "image_url").widgets(&["image_url", "label"]),
    flowscale("FSLoadAudioFromURL", Text, "audio_url").widgets(&["audio_url", "label"]),
    flowscale("FSLoadVideoFromURL", Text, "video_url").widgets(&[
        "video_url",
        "skip_first_frames",
        "select_every_nth",
        "label",
    ]),
    flowscale("FSLoadLoRA", Text, "default_lora_name")
        .literal()
        .widgets(&[
            "default_lora_name",
            "lora_url",
            "auth_token",
            "save_filename",
            "label",
        ]),
    deploy("ComfyUIDeployExternalText", Text).multiline(),
    deploy("ComfyUIDeployExternalTextAny", Text).multiline(),
    deploy("ComfyUIDeployExternalNumber", Number),
    deploy("ComfyUIDeployExternalNumberInt", Number).integer(),
    deploy("ComfyUIDeployExternalNumberSlider", Slider).widgets(DEPLOY_SLIDER),
    deploy("ComfyUIDeployExternalNumberSliderInt", Slider)
        .integer()
        .widgets(DEPLOY_SLIDER),
    deploy("ComfyUIDeployExternalSeed", Number)
        .integer()
        .random()
        .widgets(DEPLOY_SLIDER),
    deploy("ComfyUIDeployExternalBoolean", Boolean),
    deploy("ComfyUIDeployExternalEnum", Choice).widgets(&[
        "input_id",
        "default_value",
        "options",
        "display_name",
        "description",
    ]),
    deploy("ComfyUIDeployExternalCheckpoint", Text),
    deploy("ComfyUIDeployExternalLora", Text)
        .value("default_lora_name")
        .widgets(&[
            "input_id",
            "default_lora_name",
            "lora_save_name",
            "display_name",
            "description",
            "lora_url",
            "bearer_token",
        ]),
    deploy("ComfyUIDeployExternalFaceModel", Text)
        .value("default_face_model_name")
        .widgets(&[
            "input_id",
            "default_face_model_name",
            "face_model_save_name",
            "display_name",
            "description",
            "face_model_url",
        ]),
    deploy_file("ComfyUIDeployExternalImage", Image, "default_value")
        .node("LoadImage", "image")
        .widgets(&[
            "input_id",
            "display_name",
            "description",
            "default_value_url",
        ]),
    deploy_file("ComfyUIDeployExternalImageAlpha", Image, "default_value")
        .node("LoadImage", "image")
        .widgets(DEPLOY_PLAIN),
    deploy_file("ComfyUIDeployExternalImageBatch", Image, "default_value")
        .node("LoadImage", "image")
        .widgets(&["input_id", "images", "display_name", "description"]),
    deploy_file("ComfyUIDeployExternalAudio", Audio, "default_value")
        .value("audio_file")
        .node("LoadAudio", "audio")
        .widgets(&["input_id", "audio_file", "display_name", "description"]),
    deploy_file("ComfyUIDeployExternalVideo", Video, "")
        .value("default_video")
        .widgets(&[
            "input_id",
            "force_rate",
            "force_size",
            "custom_width",
            "custom_height",
            "frame_load_cap",
            "skip_first_frames",
            "select_every_nth",
            "default_video",
            "display_name",
            "description",
            "default_value_url",
        ]),
    deploy_file("ComfyUIDeployExternalVid", Video, "")
        .value("default_value")
        .widgets(&["input_id", "default_value"]),
    deploy_file("ComfyUIDeployExternalEXR", File, "default_image")
        .value("exr_file")
        .widgets(&[
            "input_id",
            "exr_file",
            "tonemap",
            "display_name",
            "description",
        ]),
    deploy_file("ComfyUIDeployExternalFile", File, "")
        .value("file_url")
        .widgets(&["input_id", "display_name", "description", "file_url"]),
    core("LoadImage", Image, "image"),
    core("LoadAudio", Audio, "audio"),
    core("LoadVideo", Video, "file"),
    core("PrimitiveString", Text, "value"),
    core("PrimitiveStringMultiline", Text, "value").multiline(),
    core("PrimitiveInt", Number, "value").integer(),
    core("PrimitiveFloat", Number, "value"),
    core("PrimitiveBoolean", Boolean, "value"),
];

const OWN_NUMBER: &[&str] = &[
    "name",
    "label",
    "description",
    "default",
    "min",
    "max",
    "step",
    "integer",
    "required",
];
const DEPLOY_PLAIN: &[&str] = &["input_id", "display_name", "description"];
const DEPLOY_SLIDER: &[&str] = &[
    "input_id",
    "default_value",
    "min_value",
    "max_value",
    "display_name",
    "description",
];
