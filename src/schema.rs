//! The schema: the fields a workflow asks for and the outputs it gives. Knows workflows; knows
//! neither forms nor the wire.
//!
//! Numbers are decimal text throughout, so that 64-bit integers and decimals keep their digits.

mod changes;
mod check;
mod decimal;
pub mod document;
mod fill;
pub mod listing;
pub mod openapi;
mod read;
mod size;
mod sniff;
mod source;
mod words;

use serde::{Deserialize, Serialize};

pub use changes::{Change, What, changes};
pub use check::{Additional, FieldError, FileInfo, Input, check, check_with};
pub use decimal::decimal;
pub use fill::fill;
pub use read::read;
pub use size::size;
pub use sniff::{SNIFFED, sniff};
pub use source::{Schemas, from_file, from_json};

pub use crate::workflow::Problem;
pub use crate::workflow::marks::OutputKind;

/// What a workflow asks for and gives, in the order in which its nodes stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputSchema {
    /// The fields of the form; a name occurs once.
    pub fields: Vec<Field>,
    /// What a run gives.
    pub outputs: Vec<Output>,
}

/// One field of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The name of its part in the multipart form.
    pub name: String,
    /// What a person reads.
    pub label: String,
    /// A sentence of help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What it takes.
    #[serde(flatten)]
    pub kind: FieldKind,
    /// The value it starts with, as form text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Whether a run needs it.
    pub required: bool,
    /// Whether it takes several values, each a part of its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// The id of the node it comes from; empty where the source knows of no nodes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub node: String,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FieldKind {
    /// Text.
    Text {
        /// Whether it may have several lines.
        multiline: bool,
        /// The most characters it may have.
        #[serde(rename = "maxLength", default, skip_serializing_if = "Option::is_none")]
        max_length: Option<u32>,
    },
    /// A number typed into a box.
    Number(Bounds),
    /// A number with a slider and a box.
    Slider(Bounds),
    /// Yes or no, in the form `true` or `false`.
    Boolean,
    /// One of these.
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
        /// What it accepts, as in HTML: types and name endings with commas between; `None`: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accept: Option<String>,
    },
}

/// The bounds of a number, as decimal text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Whether it takes whole numbers only.
    pub integer: bool,
    /// The least value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// The greatest value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// What its control goes up and down by; a value between two steps is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
}

/// One thing a run gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The id of the node that gives it.
    pub node: String,
    /// What a person reads.
    pub label: String,
    /// What it is.
    pub kind: OutputKind,
}

impl InputSchema {
    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The field that takes a part of this name: the field of the name, or for `photos_0`,
    /// `photos_1`, … the field `photos` that takes several values.
    pub fn taking(&self, part: &str) -> Option<&Field> {
        let counted = || {
            let field = self.field(check::stem(part)?)?;
            field.multiple.then_some(field)
        };
        self.field(part).or_else(counted)
    }
}

impl Field {
    /// An optional field of this name, of which no more is known; its label is its name.
    pub fn new(name: impl Into<String>, kind: FieldKind) -> Self {
        let name = name.into();
        Self {
            label: name.clone(),
            name,
            help: None,
            kind,
            default: None,
            required: false,
            multiple: false,
            node: String::new(),
        }
    }
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

    /// What a file field accepts (`image/*`); `None` for a field that takes no file.
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

#[cfg(test)]
mod tests;
