//! What an input is for, as far as its name and type tell. Knows no graph.

use serde::Serialize;
use serde_json::Value;

use crate::classes::{ClassInput, InputKind};

/// What an input is for; the likeliest fields come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// A text that says what a result shows.
    Prompt,
    /// A text that says what it must not show.
    NegativePrompt,
    /// A file to work on.
    File,
    /// A width, a height or a length.
    Size,
    /// The start of random numbers.
    Seed,
    /// How the result is computed: steps, guidance, strength.
    Sampling,
    /// Another text.
    Text,
    /// One of several options, such as a sampler.
    Choice,
    /// A model.
    Model,
    /// Anything else.
    Other,
    /// How and where a result is saved.
    OutputSetting,
}

/// The part of the form that shows a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Group {
    /// Always shown.
    Basic,
    /// Shown on demand.
    Advanced,
}

/// Inputs of a size, and of sampling, by name.
const SIZES: [&str; 9] = [
    "width",
    "height",
    "length",
    "duration",
    "seconds",
    "resolution",
    "aspect_ratio",
    "size",
    "frames",
];
const SAMPLING: [&str; 9] = [
    "steps",
    "cfg",
    "guidance",
    "denoise",
    "strength",
    "weight",
    "scale_by",
    "upscale_by",
    "fps",
];
impl Role {
    /// The group of a field for it.
    pub fn group(self) -> Group {
        if self <= Self::Seed {
            Group::Basic
        } else {
            Group::Advanced
        }
    }

    /// Whether such an input is usually a field.
    pub(super) fn is_likely(self) -> bool {
        self <= Self::Sampling
    }

    /// The role of an input by its name and definition; `None` in place of the definition if the class is
    /// unknown. Prompts that only links reveal, and models, are not known here.
    pub(crate) fn of(name: &str, input: Option<&ClassInput>, value: &Value) -> Self {
        let name = name.to_ascii_lowercase();
        let kind = input.map(|input| &input.kind);
        if input.and_then(ClassInput::upload).is_some() {
            Self::File
        } else if is_text(kind, value) && name.contains("system") {
            // It instructs a model, and says nothing about the result.
            Self::Text
        } else if is_text(kind, value) && name.contains("prompt") {
            let is_negative = name.contains("neg");
            if is_negative {
                Self::NegativePrompt
            } else {
                Self::Prompt
            }
        } else if is_seed(&name, input) {
            Self::Seed
        } else if SIZES.contains(&name.as_str()) {
            Self::Size
        } else if SAMPLING.contains(&name.as_str()) {
            Self::Sampling
        } else {
            match kind {
                Some(InputKind::Choice(_) | InputKind::Dynamic(_)) => Self::Choice,
                Some(InputKind::Text) if input.is_some_and(ClassInput::is_multiline) => Self::Text,
                None if value.as_str().is_some_and(|text| text.contains('\n')) => Self::Text,
                _ => Self::Other,
            }
        }
    }
}

fn is_text(kind: Option<&InputKind>, value: &Value) -> bool {
    match kind {
        Some(kind) => *kind == InputKind::Text,
        None => value.is_string(),
    }
}

fn is_seed(name: &str, input: Option<&ClassInput>) -> bool {
    let is_number = input.is_none_or(|input| input.kind == InputKind::Integer);
    is_number
        && (matches!(name, "seed" | "noise_seed")
            || input.is_some_and(|input| input.controls(name) > 0 && name.contains("seed")))
}
