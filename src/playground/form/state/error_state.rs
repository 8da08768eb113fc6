//! The errors of a form: shown at its fields, and in the summary.

use crate::form::field_state::FieldState;
use crate::form::form_errors::{FormErrors, RejectedValue};
use api::ValidationItem;
use ui::{RwSignal, untrack};

/// What the error summary shows; nothing without errors.
#[derive(Clone, Copy)]
pub(crate) struct ErrorState(RwSignal<Option<FormErrors>>);

impl ErrorState {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// The content of the summary; tracked.
    pub(crate) fn get(&self) -> Option<FormErrors> {
        self.0.get()
    }

    /// Whether there is a summary; tracked.
    pub(crate) fn is_shown(&self) -> bool {
        self.0.with(Option::is_some)
    }

    /// Whether there is a summary of what the deployment rejected; tracked.
    pub(crate) fn is_rejected(&self) -> bool {
        self.0.with(|errors| {
            errors
                .as_ref()
                .is_some_and(|errors| errors.rejected.is_some())
        })
    }

    /// Hides the summary. The fields keep their errors.
    pub(crate) fn hide(&self) {
        self.0.set(None);
    }

    /// Shows errors at their fields and the others in the summary, and moves the focus to the first field that has
    /// one.
    pub(super) fn show(
        &self,
        fields: &[FieldState],
        errors: &[ValidationItem],
        mut summary: FormErrors,
    ) {
        let others = show_at_fields(fields, errors);
        summary.lines.extend(others.into_iter().map(line));
        let mut invalid = fields.iter().filter(|field| field.has_errors()).peekable();
        let first = invalid.peek().copied();
        if let Some(rejected) = &mut summary.rejected {
            untrack(|| rejected.extend(invalid.map(RejectedValue::of)));
        }
        let any = first.is_some() || !summary.lines.is_empty();
        self.0.set(any.then_some(summary));
        if let Some(first) = first {
            first.focus();
        }
    }
}

/// Shows errors at their fields. Returns those without a field.
fn show_at_fields<'a>(
    fields: &[FieldState],
    errors: &'a [ValidationItem],
) -> Vec<&'a ValidationItem> {
    let mut others: Vec<&ValidationItem> = errors.iter().collect();
    for field in fields {
        let name = field.name();
        let is_its = |error: &&ValidationItem| error.field() == Some(name.as_str());
        let own: Vec<&ValidationItem> = errors.iter().filter(is_its).collect();
        others.retain(|error| !is_its(error));
        field.show_errors(&own);
    }
    others
}

/// An error without a field in this form, in one line.
fn line(error: &ValidationItem) -> String {
    match error.field() {
        Some(field) => [field, ": ", &error.msg].concat(),
        None => error.msg.clone(),
    }
}
