//! The errors of a form as a whole, in addition to those of its fields. Does not know how they are shown.

/// The content of the summary above Run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FormErrors {
    /// One line per error that belongs to no field.
    pub(crate) lines: Vec<String>,
    /// Whether the page found them, so that the person may send the form anyway.
    pub(crate) from_page: bool,
    /// The number of valid runs in a batch, if nothing else is wrong.
    pub(crate) sendable: usize,
}
