//! One input of a node class: its type and its settings. Does not read or write it.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::shared::Options;
use super::widget_type::{self, WidgetPlace};

/// The names of the types that [`InputKind`] has, for an input whose own type is another.
const COMMON_WIDGETS: [&str; 5] = ["BOOLEAN", "COMBO", "FLOAT", "INT", "STRING"];

/// One input of a node class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassInput {
    /// Its name.
    pub name: String,
    /// Whether a node needs a value for it.
    pub is_required: bool,
    /// Its type.
    pub kind: InputKind,
    /// Whether its type is the list of its options, which is ComfyUI's older form of `COMBO`. Links distinguish them.
    pub has_list_type: bool,
    /// The inputs that it stands for, if its type is `COMFY_AUTOGROW_V3`.
    pub autogrow: Option<Arc<Autogrow>>,
    /// What else its definition says, under ComfyUI's names: `default`, `min`, `max`, `step`, `tooltip`, ….
    pub settings: Arc<Map<String, Value>>,
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
    /// Rows of inputs, as many as a person adds. In a prompt, these are named `{rows}.{index}.{input}`.
    Rows(Arc<[ClassInput]>),
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

/// A group of inputs of one type; a node has as many of them as it needs. A prompt names them `{group}.{name}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Autogrow {
    /// The names that they may have.
    pub names: Vec<String>,
    /// How many of them a node needs, if they are required.
    pub min: usize,
    /// What each of them takes.
    pub template: ClassInput,
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

impl Upload {
    /// The setting of an input that takes such a file.
    pub(super) fn setting(self) -> &'static str {
        match self {
            Self::Image => "image_upload",
            Self::Video => "video_upload",
            Self::Audio => "audio_upload",
            Self::File => "file_upload",
        }
    }
}

impl ClassInput {
    /// Whether the editor shows a widget for it. Otherwise it only takes links.
    pub fn is_widget(&self) -> bool {
        self.widget_place().is_some()
    }

    /// Where the values of its widget are; `None` if it only takes links. An input without a socket could not be
    /// set but by a widget.
    pub(crate) fn widget_place(&self) -> Option<WidgetPlace> {
        if self.is_forced() {
            return None;
        }
        match &self.kind {
            InputKind::Other(_) => widget_type::place(self.widget_type()).or_else(|| {
                let is_common = COMMON_WIDGETS.contains(&self.widget_type());
                (is_common || self.flag("socketless")).then_some(WidgetPlace::Everywhere)
            }),
            _ => Some(WidgetPlace::Everywhere),
        }
    }

    /// Whether a pack may have taught the editor a widget for its type. The definition does not tell.
    pub(crate) fn may_be_widget(&self) -> bool {
        let is_other =
            matches!(&self.kind, InputKind::Other(kind) if !widget_type::is_linked(kind));
        is_other && !self.is_forced() && !self.is_widget()
    }

    /// The type whose widget the editor shows.
    pub(crate) fn widget_type(&self) -> &str {
        let chosen = self.settings.get("widgetType").and_then(Value::as_str);
        chosen.unwrap_or_else(|| self.type_name())
    }

    /// The number of values that the editor saves after the input's own to change it between runs: how, and for a
    /// choice also a filter of its options. `name` is its whole name: a seed has a control by its name only if it is
    /// not part of another input.
    pub(crate) fn controls(&self, name: &str) -> usize {
        let declared = self.declared_control();
        match self.widget_type() {
            "INT" => usize::from(declared.unwrap_or(matches!(name, "seed" | "noise_seed"))),
            "COMBO" if declared == Some(true) && !self.is_multi_select() => 2,
            "FLOAT" | "COMBO" => usize::from(declared == Some(true)),
            _ => 0,
        }
    }

    /// Whether its definition asks for a control that changes its value between runs.
    pub(crate) fn declares_control(&self) -> bool {
        self.declared_control() == Some(true)
    }

    fn declared_control(&self) -> Option<bool> {
        match self.settings.get("control_after_generate") {
            Some(Value::Bool(control)) => Some(*control),
            Some(Value::String(first)) => Some(!first.is_empty()),
            _ => None,
        }
    }

    /// The value that the constructor of its widget gives it.
    pub(crate) fn initial(&self) -> Option<Value> {
        let default = || self.default().cloned();
        // As in JavaScript: neither nothing nor zero.
        let is_set = |value: &Value| {
            let is_zero = value.as_f64() == Some(0.0);
            !is_zero && *value != false && *value != ""
        };
        match (&self.kind, self.widget_type()) {
            (_, "STRING") => Some(default().unwrap_or_else(|| Value::from(""))),
            (_, "INT" | "FLOAT") => Some(default().unwrap_or_else(|| Value::from(0))),
            (_, "BOOLEAN") => Some(default().unwrap_or_else(|| Value::from(false))),
            (InputKind::Choice(_), _) if self.is_multi_select() => Some(Value::Array(Vec::new())),
            (InputKind::Choice(options), _) => {
                let default = default().filter(is_set);
                default.or_else(|| options.first().cloned())
            }
            (InputKind::Dynamic(options), _) => Some(Value::from(options.first()?.key.as_str())),
            (InputKind::Rows(_), _) => Some(self.settings.get("min").cloned().unwrap_or(0.into())),
            (_, name) => widget_type::initial(name, &self.settings),
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
        self.flag("multiselect") || self.is_multi_select()
    }

    /// Whether the editor has a widget to choose several options.
    fn is_multi_select(&self) -> bool {
        self.settings.contains_key("multi_select")
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
            InputKind::Rows(_) => "COMFY_DYNAMICGROUP_V3",
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
