//! What an author sets for a field besides its name and label. Does not know kinds of fields.

use serde::{Deserialize, Serialize};

/// The settings of a field. Numbers are decimal text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FieldSettings {
    /// A help text, in place of the class's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Whether it is shown only on demand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub advanced: bool,
    /// Minimum of a number; not below the class's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Maximum of a number; not above the class's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// The increment of a number's control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Maximum length of a text, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// When it is visible; `None`: always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible_if: Option<Condition>,
}

/// Another field has a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The name of the other field, which comes earlier in the form.
    pub field: String,
    /// The value, as form text.
    pub is: String,
}

impl FieldSettings {
    /// Whether nothing is set.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
