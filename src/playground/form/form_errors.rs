//! The errors of a form as a whole, in addition to those of its fields. Does not know how they are shown.

use web_sys::File;

use super::field_state::FieldState;

/// The content of the summary above Run.
#[derive(Clone, PartialEq)]
pub(crate) struct FormErrors {
    /// One line per error that belongs to no field.
    pub(crate) lines: Vec<String>,
    /// What the deployment rejected; `None` for errors that the page found, with which the person may send the
    /// form anyway.
    pub(crate) rejected: Option<Vec<RejectedValue>>,
    /// The number of valid runs in a batch, if nothing else is wrong.
    pub(crate) sendable: usize,
}

impl FormErrors {
    /// Whether the field counts: it has errors, and if the deployment found them, still the rejected value;
    /// tracked.
    pub(super) fn counts(&self, field: &FieldState) -> bool {
        let has_errors = field.errors.with(|errors| !errors.is_empty());
        let rejected = self.rejected.as_ref();
        has_errors && rejected.is_none_or(|rejected| rejected.contains(&RejectedValue::of(field)))
    }
}

/// The value of a field that the deployment rejected.
#[derive(Clone, PartialEq)]
pub(crate) struct RejectedValue {
    field: FieldState,
    text: String,
    files: Vec<File>,
}

impl RejectedValue {
    /// The current value; tracked.
    pub(super) fn of(field: &FieldState) -> Self {
        Self {
            field: *field,
            text: field.text.get(),
            files: field.files.get(),
        }
    }
}
