//! JSON that a person typed and that is not in the form's fields yet.

/// The typed JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingJson {
    /// The form's values when the edit began, as JSON.
    pub(super) base: String,
    pub(super) text: String,
    /// Why it could not be applied.
    pub(super) error: Option<String>,
}
