//! A change between two schemas of one workflow. Does not know how it is found.

use serde::{Deserialize, Serialize};

/// One change of one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The field's name; for a renamed field, its old name.
    pub field: String,
    /// The kind of change.
    #[serde(flatten)]
    pub kind: ChangeKind,
    /// The change in words: `“Size” must now be at most 512 instead of 2048`.
    pub message: String,
    /// Whether saved values or calling code may now fail, or have another effect than intended.
    pub breaks: bool,
}

/// The kind of a change; in JSON `{"change": "renamed", "to": "…"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum ChangeKind {
    /// The field was added.
    Added,
    /// The field was removed.
    Removed,
    /// The field was renamed. This is a guess, based on both names coming from the same node.
    Renamed {
        /// The new name.
        to: String,
    },
    /// It takes another kind of value.
    Kind,
    /// Its minimum, maximum, step or maximum length.
    Bounds,
    /// Its options, or the files it accepts.
    Options,
    /// Whether a run needs a value for it.
    Required,
    /// Whether it takes several values.
    Multiple,
    /// Its default value.
    Default,
    /// Its label or help text.
    Label,
    /// When it is shown: whether it is among the advanced fields, or depends on another field.
    Visibility,
}
