//! The types of input for which the editor has a widget besides the common ones, and what the constructors of
//! these widgets supply. Knows no files. Source: ComfyUI's editor, its `ComfyWidgets` and `getCustomWidgets`.

use serde_json::{Map, Value, json};

/// What is saved of a widget, and what a prompt has of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WidgetPlace {
    /// Files and prompts.
    Everywhere,
    /// Prompts only: a file has no value of it.
    Prompt,
    /// Files only, such as a button.
    File,
    /// Neither, such as a player.
    Nowhere,
}

use WidgetPlace::{Everywhere, File, Nowhere, Prompt};

/// Those of the present editor, of newer and of older ones.
const TYPES: [(&str, WidgetPlace); 35] = [
    ("AUDIOUPLOAD", File),
    ("AUDIO_RECORD", Everywhere),
    ("AUDIO_UI", Nowhere),
    ("BOUNDING_BOX", Everywhere),
    ("BOUNDING_BOXES", Everywhere),
    ("CAMERA_ANGLE_VIEW", File),
    ("CAMERA_INFO_STATE", Nowhere),
    ("CHART", Everywhere),
    ("COLOR", Everywhere),
    ("COLORS", Everywhere),
    ("COMFY_BRANCH_INPUT_NAMES", Everywhere),
    ("COMFY_BRANCH_SELECTOR", Everywhere),
    ("COMPOSITOR", Everywhere),
    ("CURVE", Everywhere),
    ("FILEUPLOAD", File),
    ("GALLERIA", Everywhere),
    ("IMAGECOMPARE", Prompt),
    ("IMAGECROP", Everywhere),
    ("IMAGEUPLOAD", File),
    ("LIGHT_INFO_PREVIEW", Everywhere),
    ("LOAD_3D", Everywhere),
    ("LOAD_3D_ADVANCED", Everywhere),
    ("LOAD_3D_ANIMATION", Everywhere),
    ("MARKDOWN", Everywhere),
    ("MULTISELECT", Everywhere),
    ("PAINTER", Everywhere),
    ("PREVIEW_3D", Everywhere),
    ("PREVIEW_3D_ANIMATION", Everywhere),
    ("RANGE", Everywhere),
    ("RESOLUTION_PREVIEW", Nowhere),
    ("SELECTBUTTON", Everywhere),
    ("TEXTAREA", Everywhere),
    ("TREESELECT", Everywhere),
    ("VIDEO_EDIT", Everywhere),
    ("WEBCAM", Everywhere),
];

/// Types that nodes only pass to each other.
const LINKED: [&str; 16] = [
    "AUDIO",
    "CLIP",
    "CLIP_VISION",
    "CLIP_VISION_OUTPUT",
    "CONDITIONING",
    "CONTROL_NET",
    "GUIDER",
    "IMAGE",
    "LATENT",
    "MASK",
    "MODEL",
    "NOISE",
    "SAMPLER",
    "SIGMAS",
    "VAE",
    "VIDEO",
];

/// Whether no pack teaches the editor a widget for a type.
pub(super) fn is_linked(name: &str) -> bool {
    LINKED.contains(&name) || name.starts_with("COMFY_")
}

/// Where the values of a type's widget are; `None` if the editor has no widget for it.
pub(super) fn place(name: &str) -> Option<WidgetPlace> {
    let found = TYPES.iter().find(|(own, _)| *own == name);
    found.map(|(_, place)| *place)
}

/// The value that the constructor of a type's widget gives it, with the settings of its input.
pub(super) fn initial(name: &str, settings: &Map<String, Value>) -> Option<Value> {
    let default = settings.get("default").cloned();
    match name {
        // These constructors do not look at the default.
        "IMAGECOMPARE" => Some(json!(["", ""])),
        "CHART" => Some(json!({})),
        "GALLERIA" => Some(json!([])),
        "TEXTAREA" | "WEBCAM" | "AUDIO_RECORD" | "LOAD_3D" | "LOAD_3D_ADVANCED" | "PREVIEW_3D" => {
            Some(json!(""))
        }
        _ => default.or_else(|| fallback(name, settings)),
    }
}

fn fallback(name: &str, settings: &Map<String, Value>) -> Option<Value> {
    Some(match name {
        "MARKDOWN" | "PAINTER" | "COMFY_BRANCH_SELECTOR" => json!(""),
        "COLOR" => json!("#000000"),
        "BOUNDING_BOX" => json!({"x": 0, "y": 0, "width": 512, "height": 512}),
        "BOUNDING_BOXES" | "COLORS" | "COMFY_BRANCH_INPUT_NAMES" | "LIGHT_INFO_PREVIEW" => {
            json!([])
        }
        "COMPOSITOR" => json!({}),
        "CURVE" => json!({"points": [[0, 0], [1, 1]], "interpolation": "monotone_cubic"}),
        "RANGE" => json!({"min": 0, "max": 1}),
        "VIDEO_EDIT" => video_edit(settings.get("features")),
        _ => return None,
    })
}

/// The parts of a video edit that the input declares; without a declaration, both.
fn video_edit(features: Option<&Value>) -> Value {
    let has = |name: &str| {
        let features = features.and_then(Value::as_array);
        features.is_none_or(|features| features.iter().any(|feature| feature == name))
    };
    let mut parts = Map::new();
    if has("trim") {
        parts.insert("trim".to_owned(), json!({"start_time": 0, "duration": 0}));
    }
    if has("crop") {
        let whole = json!({"x": 0, "y": 0, "width": 0, "height": 0});
        parts.insert("crop".to_owned(), whole);
    }
    Value::Object(parts)
}
