//! What an input is for, as far as its name and type tell. Knows no graph.

use serde::Serialize;

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
const SAMPLING: [&str; 10] = [
    "steps",
    "cfg",
    "guidance",
    "denoise",
    "strength",
    "strength_model",
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
    /// unknown. Prompts that only links reveal are not known here.
    pub(super) fn of(name: &str, input: Option<&ClassInput>) -> Self {
        let name = name.to_ascii_lowercase();
        let kind = input.map(|input| &input.kind);
        if input.and_then(ClassInput::upload).is_some() {
            Self::File
        } else if is_text(kind) && name.contains("prompt") {
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
        } else if is_model(&name, kind) {
            Self::Model
        } else {
            match kind {
                Some(InputKind::Choice(_) | InputKind::Dynamic(_)) => Self::Choice,
                Some(InputKind::Text) if input.is_some_and(ClassInput::is_multiline) => Self::Text,
                _ => Self::Other,
            }
        }
    }
}

fn is_text(kind: Option<&InputKind>) -> bool {
    matches!(kind, None | Some(InputKind::Text))
}

fn is_seed(name: &str, input: Option<&ClassInput>) -> bool {
    let is_number = input.is_none_or(|input| input.kind == InputKind::Integer);
    is_number
        && (matches!(name, "seed" | "noise_seed")
            || input.is_some_and(|input| input.controls(name) > 0 && name.contains("seed")))
}

/// Models are choices of files: `ckpt_name`, `lora_name`, `unet_name`.
fn is_model(name: &str, kind: Option<&InputKind>) -> bool {
    matches!(kind, Some(InputKind::Choice(_)))
        && (name.ends_with("_name") && name != "sampler_name" || name.starts_with("model"))
}
