//! The errors of a form as a whole, beside those of its fields. Does not know how they are shown.

/// What the summary above Run says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FormErrors {
    /// One line per error that belongs to no field.
    pub(crate) lines: Vec<String>,
    /// Whether the page found them, so that the person may send the form anyway.
    pub(crate) from_page: bool,
    /// How many runs of a batch are valid, if nothing else is wrong.
    pub(crate) sendable: usize,
}
