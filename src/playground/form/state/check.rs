//! Checks a form before it is sent, and shows the errors of the page or the deployment.

use leptos::prelude::untrack;

use super::FormState;
use crate::api::ValidationItem;
use crate::client::web;
use crate::playground::form::batch::BatchValue;
use crate::playground::form::form_errors::{FormErrors, RejectedValue};

/// The maximum number of listed errors of a batch's values.
const MAX_LINES: usize = 5;

impl FormState {
    /// Checks every value, including those of a batch, and shows the errors. Returns whether all are
    /// valid.
    pub(crate) fn check(&self, batch: &[BatchValue]) -> bool {
        let fields = self.current_fields();
        let (field, is_of_files) = self
            .batch
            .with_untracked(|batch| (batch.field_in(&fields), batch.files));
        let field = field.map(|field| field.name());
        // The errors of a list or range are shown next to its values. Those of several files are shown at
        // their field, for the first file.
        let is_list = field.is_some() && !is_of_files;
        let errors = web::check(&self.schema(), &self.parts(batch.first())).err();
        let mut errors = errors.unwrap_or_default();
        errors.retain(|error| !is_list || error.field() != field.as_deref());
        let value_errors: Vec<_> = batch.iter().map(|value| value.error(&fields)).collect();
        let listed = value_errors.iter().skip(usize::from(!is_list)).flatten();
        let lines: Vec<String> = listed.take(MAX_LINES).cloned().collect();
        let is_valid = errors.is_empty() && lines.is_empty();
        self.batch_errors
            .set(if is_list { lines.clone() } else { Vec::new() });
        // No run is valid if any other field is not.
        let is_sendable = errors.iter().all(|error| error.field() == field.as_deref());
        let sendable = value_errors
            .iter()
            .filter(|error| is_sendable && error.is_none());
        let summary = FormErrors {
            lines,
            rejected: None,
            sendable: sendable.count(),
        };
        self.show_summary(&errors, summary);
        is_valid
    }

    /// Clears the errors of the batch's values, which have changed.
    pub(crate) fn clear_batch_errors(&self) {
        if !self.batch_errors.with_untracked(Vec::is_empty) {
            self.batch_errors.set(Vec::new());
            self.errors.set(None);
        }
    }

    /// Removes all errors.
    pub(crate) fn clear_errors(&self) {
        self.show_errors(&[], Vec::new());
    }

    /// Shows the errors that the deployment found, and lines about the form as a whole.
    pub(crate) fn show_errors(&self, errors: &[ValidationItem], lines: Vec<String>) {
        let summary = FormErrors {
            lines,
            rejected: Some(Vec::new()),
            sendable: 0,
        };
        self.show_summary(errors, summary);
    }

    /// Shows errors at their fields and the others in the summary, and moves the focus to the first.
    fn show_summary(&self, errors: &[ValidationItem], mut summary: FormErrors) {
        let fields = self.current_fields();
        let mut is_shown = vec![false; errors.len()];
        for field in &fields {
            let name = field.name();
            let mut field_errors = Vec::new();
            for (error, is_shown) in errors.iter().zip(&mut is_shown) {
                if error.field() == Some(name.as_str()) {
                    *is_shown = true;
                    field_errors.push(error);
                }
            }
            field.show_errors(&field_errors);
        }
        let others = errors
            .iter()
            .zip(is_shown)
            .filter(|(_, is_shown)| !is_shown);
        summary.lines.extend(others.map(|(error, _)| line(error)));
        let first = fields.iter().find(|field| field.has_errors());
        if let Some(rejected) = &mut summary.rejected {
            let invalid = fields.iter().filter(|field| field.has_errors());
            untrack(|| rejected.extend(invalid.map(RejectedValue::of)));
        }
        let any = first.is_some() || !summary.lines.is_empty();
        self.errors.set(any.then_some(summary));
        if let Some(first) = first {
            first.focus();
        }
    }
}

/// An error without a field in this form, in one line.
fn line(error: &ValidationItem) -> String {
    match error.field() {
        Some(field) => [field, ": ", &error.msg].concat(),
        None => error.msg.clone(),
    }
}
