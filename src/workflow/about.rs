//! What an author says of a workflow besides its fields. Does not know where it was said.

use serde_json::Value;

use super::keep::Keep;
use super::sharing::Sharing;

/// What a saved exposure says of its workflow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The form's title.
    pub title: Option<String>,
    /// What the workflow does.
    pub description: Option<String>,
    /// The path of a picture, relative to the saved exposure.
    pub cover: Option<String>,
    /// Whether the files of outputs leave out the workflow and the values they were made with.
    pub omit_metadata: bool,
    /// What links to its results may show.
    pub sharing: Sharing,
    /// For how long its runs are kept.
    pub keep: Keep,
    /// Examples, as in `<workflow>.examples.json`.
    pub examples: Vec<Value>,
}
