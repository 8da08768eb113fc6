//! A field: one input of a workflow's schema. Does not know values.

use serde::{Deserialize, Serialize};

use super::kind::FieldKind;
use workflow::Condition;

/// One field of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The name of its part in the multipart body.
    pub name: String,
    /// The label that people see.
    pub label: String,
    /// The author's help text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What the class of its node says about the input, from `tooltip` in ComfyUI's `/object_info`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tooltip: Option<String>,
    /// The kind of value it takes.
    #[serde(flatten)]
    pub kind: FieldKind,
    /// The default value, as form text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Whether a run needs a value for it.
    pub required: bool,
    /// Whether it takes several values, each in a form part with its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// The id of the node it comes from; empty if the source has no nodes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub node: String,
    /// Whether it is shown only on demand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advanced: bool,
    /// Whether a form draws a new value after each run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub random: bool,
    /// When it is visible; `None`: always. A field that is not visible is neither checked nor used.
    #[serde(rename = "visibleIf", default, skip_serializing_if = "Option::is_none")]
    pub visible_if: Option<Condition>,
}

impl Field {
    /// What is known about the field in words: the author's text, or else that of its node's class.
    pub fn description(&self) -> Option<&str> {
        self.help.as_deref().or(self.tooltip.as_deref())
    }

    /// An optional field with this name and kind. Its label is its name; nothing else is set.
    pub fn new(name: impl Into<String>, kind: FieldKind) -> Self {
        let name = name.into();
        Self {
            label: name.clone(),
            name,
            help: None,
            tooltip: None,
            kind,
            default: None,
            required: false,
            multiple: false,
            node: String::new(),
            advanced: false,
            random: false,
            visible_if: None,
        }
    }
}
