//! The kinds of fields, and the bounds of numbers. Does not know values.

use serde::{Deserialize, Serialize};

/// The kind of value a field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FieldKind {
    /// Text.
    Text {
        /// Whether it may have several lines.
        multiline: bool,
        /// Maximum length, in characters.
        #[serde(rename = "maxLength", default, skip_serializing_if = "Option::is_none")]
        max_length: Option<u32>,
    },
    /// A number typed into a box.
    Number(Bounds),
    /// A number with a slider and a box.
    Slider(Bounds),
    /// `true` or `false`.
    Boolean,
    /// One of several options.
    Choice {
        /// The options, as they are sent.
        options: Vec<String>,
    },
    /// An `image/*` file.
    Image,
    /// A `video/*` file.
    Video,
    /// An `audio/*` file.
    Audio,
    /// Any other file.
    File {
        /// The accepted media types and file extensions, separated by commas as in HTML; `None`: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accept: Option<String>,
    },
}

/// The bounds of a number, as decimal text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Whether only whole numbers are valid.
    pub integer: bool,
    /// Minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// The control's increment; values between two steps are valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
}

impl FieldKind {
    /// The kind's name: `text`, `number`, `slider`, `boolean`, `choice`, `image`, `video`, `audio`,
    /// `file`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text { .. } => "text",
            Self::Number(_) => "number",
            Self::Slider(_) => "slider",
            Self::Boolean => "boolean",
            Self::Choice { .. } => "choice",
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::File { .. } => "file",
        }
    }

    /// The accept list of a file field (`image/*`); `None` for a field that takes no file.
    pub fn accept(&self) -> Option<&str> {
        match self {
            Self::Image => Some("image/*"),
            Self::Video => Some("video/*"),
            Self::Audio => Some("audio/*"),
            Self::File { accept } => Some(accept.as_deref().unwrap_or("*/*")),
            _ => None,
        }
    }
}
