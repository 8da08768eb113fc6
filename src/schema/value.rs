//! Values that a person or program gives for fields. Does not know the fields.

/// A value for a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Form text.
    Text(String),
    /// A file, described without its bytes.
    File(FileInfo),
}

/// The description of a file, as far as a check needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// Its name.
    pub name: String,
    /// Its content type, as declared by the sender.
    pub content_type: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its content type by its first bytes ([`sniff`](super::sniff())); `None` if they were not
    /// inspected, or are inconclusive.
    pub sniffed: Option<&'static str>,
}
