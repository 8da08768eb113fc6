//! The declaration of a node's input: its name, its kind and the options ComfyUI's editor reads.
//! Knows nothing about values.

/// The type of images.
pub(crate) const IMAGE: &str = "IMAGE";
/// The type of masks.
pub(crate) const MASK: &str = "MASK";
/// The type of audio.
pub(crate) const AUDIO: &str = "AUDIO";
/// The type of videos.
pub(crate) const VIDEO: &str = "VIDEO";
/// The type of text.
pub(crate) const STRING: &str = "STRING";
/// The type of integers.
pub(crate) const INT: &str = "INT";
/// The type of decimal numbers.
pub(crate) const FLOAT: &str = "FLOAT";
/// The type of booleans.
pub(crate) const BOOLEAN: &str = "BOOLEAN";
/// The type that accepts every other type.
pub(crate) const ANY: &str = "*";

/// One input of a class.
pub struct Input {
    pub name: &'static str,
    pub(crate) kind: InputKind,
    /// Further options in the `object_info` form.
    pub(crate) hints: &'static [(&'static str, Hint)],
    /// Whether the node also runs without a value.
    pub(crate) optional: bool,
}

/// An option that only the editor reads.
#[derive(Clone, Copy)]
pub(crate) enum Hint {
    Text(&'static str),
    Yes,
}

/// What an input accepts.
pub(crate) enum InputKind {
    /// Another node's output of this type.
    Link(&'static str),
    Int {
        default: Option<i64>,
        min: i64,
        max: i64,
        step: Option<i64>,
    },
    Float {
        default: Option<f64>,
        min: f64,
        max: f64,
        step: f64,
    },
    Text {
        default: Option<&'static str>,
        multiline: bool,
    },
    Boolean {
        default: Option<bool>,
    },
    Color {
        default: &'static str,
    },
    /// One of several options. `legacy` selects ComfyUI's older wire form, `[options, {…}]`.
    Choice {
        options: &'static [&'static str],
        default: Option<&'static str>,
        legacy: bool,
    },
    /// One of several options, each with inputs of its own: ComfyUI's DynamicCombo.
    Dynamic(&'static [DynamicOption]),
    /// The name of a file in the input folder.
    File(FileKind),
}

/// An option of [`InputKind::Dynamic`].
pub(crate) struct DynamicOption {
    pub(crate) key: &'static str,
    /// The inputs a node has if this option is chosen, by their full names, such as `format.quality`.
    pub(crate) inputs: &'static [Input],
}

/// The files that an input accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Image,
    Audio,
    Video,
}

impl FileKind {
    /// Its name in ComfyUI's options and errors.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
        }
    }
}

impl Input {
    pub(crate) const fn new(name: &'static str, kind: InputKind) -> Self {
        Self {
            name,
            kind,
            hints: &[],
            optional: false,
        }
    }

    pub(crate) const fn with(self, hints: &'static [(&'static str, Hint)]) -> Self {
        Self { hints, ..self }
    }

    pub(crate) const fn optional(self) -> Self {
        Self {
            optional: true,
            ..self
        }
    }

    pub(crate) const fn link(name: &'static str, kind: &'static str) -> Self {
        Self::new(name, InputKind::Link(kind))
    }

    pub(crate) const fn int(name: &'static str, default: i64, min: i64, max: i64) -> Self {
        Self::new(
            name,
            InputKind::Int {
                default: Some(default),
                min,
                max,
                step: Some(1),
            },
        )
    }

    pub(crate) const fn float(
        name: &'static str,
        default: f64,
        min: f64,
        max: f64,
        step: f64,
    ) -> Self {
        Self::new(
            name,
            InputKind::Float {
                default: Some(default),
                min,
                max,
                step,
            },
        )
    }

    pub(crate) const fn text(
        name: &'static str,
        default: Option<&'static str>,
        multiline: bool,
    ) -> Self {
        Self::new(name, InputKind::Text { default, multiline })
    }

    pub(crate) const fn choice(name: &'static str, options: &'static [&'static str]) -> Self {
        Self::new(
            name,
            InputKind::Choice {
                options,
                default: None,
                legacy: false,
            },
        )
    }

    /// The type of output that can be linked to this input.
    pub(crate) fn type_name(&self) -> &'static str {
        match self.kind {
            InputKind::Link(name) => name,
            InputKind::Int { .. } => INT,
            InputKind::Float { .. } => FLOAT,
            InputKind::Text { .. } => STRING,
            InputKind::Boolean { .. } => BOOLEAN,
            InputKind::Color { .. } => "COLOR",
            InputKind::Choice { .. } | InputKind::File(_) => "COMBO",
            InputKind::Dynamic(_) => "COMFY_DYNAMICCOMBO_V3",
        }
    }
}
