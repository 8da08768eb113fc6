//! Values of a file that the prompt does not have: those of buttons, of the widgets that change a number between
//! runs, and of the parts of a widget. Does not know their order.

use serde_json::Value;

use super::editor_only::{is_control, is_upload};

/// A value that only files have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extra {
    /// How a value changes between runs.
    Control,
    /// Which options of a choice it may change to.
    Filter,
    /// A button that uploads a file.
    Upload,
    /// A button with this value.
    Button(&'static str),
    /// Whether a list is loaded again after each run.
    Reload,
    /// A number that is also part of the value before it.
    Part,
    /// The place of a widget that is not saved.
    Hole,
    /// What a node shows.
    Shown,
}

impl Extra {
    /// Whether a value looks like this one.
    pub(super) fn fits(self, value: &Value) -> bool {
        match self {
            // The first editors only saved whether a seed changes.
            Self::Control => is_control(value) || value.is_boolean() || value.is_null(),
            Self::Filter => value.is_string() || value.is_null(),
            Self::Upload => is_upload(value),
            Self::Button(text) => value == text,
            Self::Reload => value.is_boolean(),
            Self::Part => value.is_number(),
            Self::Hole => value.is_null(),
            Self::Shown => !value.is_number() && !value.is_boolean(),
        }
    }
}
