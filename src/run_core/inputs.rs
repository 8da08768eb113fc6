//! The values that a run was submitted with, as they are stored.

use serde::{Deserialize, Serialize};

/// One value submitted with a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredInput {
    /// The field's name.
    pub path: String,
    /// Its text in the form; for a file, its original name.
    pub value: String,
    /// Whether a listing has shortened the value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shortened: bool,
    /// The file's content, if the value is a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<StoredFile>,
}

/// A file submitted with a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Its name in the run's uploads folder.
    pub stored: String,
    /// Its name at engines: the hash of its content, so that equal images are kept once and
    /// different ones never clash.
    pub sent_as: String,
    /// Its media type, as its sender said.
    pub content_type: String,
    /// In bytes.
    pub size: u64,
}
