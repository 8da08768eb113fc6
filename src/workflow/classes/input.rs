//! One input of a node class: its type and its settings. Does not read or write it.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Options;

/// Types besides those of [`InputKind`] for which the editor shows a widget.
const OTHER_WIDGETS: [&str; 22] = [
    "AUDIOUPLOAD",
    "AUDIO_RECORD",
    "AUDIO_UI",
    "BOUNDING_BOX",
    "CHART",
    "COLOR",
    "CURVE",
    "FILEUPLOAD",
    "GALLERIA",
    "IMAGECOMPARE",
    "IMAGECROP",
    "IMAGEUPLOAD",
    "LOAD_3D",
    "LOAD_3D_ANIMATION",
    "MARKDOWN",
    "MULTISELECT",
    "PREVIEW_3D",
    "PREVIEW_3D_ANIMATION",
    "SELECTBUTTON",
    "TEXTAREA",
    "TREESELECT",
    "WEBCAM",
];

/// One input of a node class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassInput {
    /// Its name.
    pub name: String,
    /// Whether a node needs a value for it.
    pub is_required: bool,
    /// Its type.
    pub kind: InputKind,
    /// What else its definition says, under ComfyUI's names: `default`, `min`, `max`, `step`, `tooltip`, ….
    pub settings: Map<String, Value>,
}

/// The type of an input.
#[derive(Clone, Debug, PartialEq)]
pub enum InputKind {
    /// `STRING`.
    Text,
    /// `INT`.
    Integer,
    /// `FLOAT`.
    Float,
    /// `BOOLEAN`.
    Boolean,
    /// `COMBO`, or a list of options: one of them, or several (see [`ClassInput::is_multiple`]).
    Choice(Options),
    /// A choice that brings inputs of its own. In a prompt, these are named `{choice}.{input}`.
    Dynamic(Arc<[DynamicOption]>),
    /// Any other type, such as `MODEL`.
    Other(String),
}

/// One option of a dynamic choice.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicOption {
    /// Its value.
    pub key: String,
    /// The inputs it brings.
    pub inputs: Vec<ClassInput>,
}

/// The files that an input takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upload {
    /// An image.
    Image,
    /// A video.
    Video,
    /// An audio file.
    Audio,
    /// A file of another kind.
    File,
}

impl ClassInput {
    /// Whether the editor shows a widget for it. Otherwise it only takes links.
    pub fn is_widget(&self) -> bool {
        let known = match &self.kind {
            InputKind::Other(kind) => OTHER_WIDGETS.contains(&kind.as_str()),
            _ => true,
        };
        (known || self.settings.contains_key("widgetType")) && !self.is_forced()
    }

    /// Whether the editor adds a widget that changes its value between runs.
    pub fn has_control(&self) -> bool {
        let named = matches!(self.name.as_str(), "seed" | "noise_seed");
        let control = self.settings.get("control_after_generate");
        match control {
            Some(Value::Bool(control)) => *control,
            Some(Value::String(_)) => true,
            _ => named && self.kind == InputKind::Integer,
        }
    }

    /// Whether another definition only differs in the options of a choice.
    pub(super) fn converts_like(&self, other: &Self) -> bool {
        let same_kind = match (&self.kind, &other.kind) {
            (InputKind::Choice(_), InputKind::Choice(_)) => true,
            (own, other) => own == other,
        };
        let same_input = self.name == other.name && self.is_required == other.is_required;
        same_kind && same_input && self.settings == other.settings
    }

    /// Its default, as far as the definition has one.
    pub fn default(&self) -> Option<&Value> {
        self.settings.get("default")
    }

    /// Whether its text may have comments and choices, as prompts do.
    pub fn is_dynamic_prompt(&self) -> bool {
        self.flag("dynamicPrompts")
    }

    /// Whether its text has several lines.
    pub fn is_multiline(&self) -> bool {
        self.flag("multiline")
    }

    /// Whether several options can be chosen.
    pub fn is_multiple(&self) -> bool {
        self.flag("multiselect") || self.settings.contains_key("multi_select")
    }

    /// Whether its author counts it among the advanced ones.
    pub fn is_advanced(&self) -> bool {
        self.flag("advanced")
    }

    /// The file it takes, if it takes one.
    pub fn upload(&self) -> Option<Upload> {
        let uploads = [
            ("image_upload", Upload::Image),
            ("animated_image_upload", Upload::Image),
            ("video_upload", Upload::Video),
            ("audio_upload", Upload::Audio),
            ("file_upload", Upload::File),
        ];
        let mut uploads = uploads.into_iter();
        uploads.find_map(|(name, upload)| self.flag(name).then_some(upload))
    }

    /// What it is for.
    pub fn tooltip(&self) -> Option<&str> {
        self.settings.get("tooltip")?.as_str()
    }

    /// The type as `GET /object_info` names it; `COMBO` for a choice.
    pub fn type_name(&self) -> &str {
        match &self.kind {
            InputKind::Text => "STRING",
            InputKind::Integer => "INT",
            InputKind::Float => "FLOAT",
            InputKind::Boolean => "BOOLEAN",
            InputKind::Choice(_) => "COMBO",
            InputKind::Dynamic(_) => "COMFY_DYNAMICCOMBO_V3",
            InputKind::Other(kind) => kind,
        }
    }

    /// Whether it only takes links although its type has a widget.
    pub fn is_forced(&self) -> bool {
        self.flag("forceInput")
    }

    fn flag(&self, name: &str) -> bool {
        self.settings.get(name) == Some(&Value::Bool(true))
    }
}
