//! Checks a form before it is sent, and collects the errors of the page or the deployment.

use super::FormState;
use crate::form::batch::BatchValue;
use crate::form::field_state::FieldState;
use crate::form::form_errors::FormErrors;
use api::ValidationItem;
use client::web;

/// The maximum number of listed errors of a batch's values.
const MAX_LINES: usize = 5;

impl FormState {
    /// Checks every value, including those of a batch, and shows the errors. Returns whether all are
    /// valid.
    pub(crate) fn check(&self, runs: &[Vec<BatchValue>]) -> bool {
        let fields = self.current_fields();
        // The errors of a list, a range or a table are shown next to its values. Those of several files are shown
        // at their field, for the first file.
        let is_listed = |name: Option<&str>| {
            let mut values = runs.iter().flatten();
            values.any(|value| !value.is_file() && Some(value.part.name().as_str()) == name)
        };
        let first = runs.first().map(Vec::as_slice).unwrap_or_default();
        let errors = web::check(&self.schema(), &self.parts(first)).err();
        let mut errors = errors.unwrap_or_default();
        errors.retain(|error| !is_listed(error.field()));
        let is_sendable = errors.iter().all(|error| self.is_of_files(error.field()));
        let faulty =
            |run: &&Vec<BatchValue>| run.iter().any(|value| value.error(&fields).is_some());
        let sendable = runs.len() - runs.iter().filter(faulty).count();
        let lines = self.check_values(runs, &fields);
        let is_valid = errors.is_empty() && lines.is_empty();
        let summary = FormErrors {
            lines,
            rejected: None,
            sendable: if is_sendable { sendable } else { 0 },
        };
        self.errors.show(&fields, &errors, summary);
        is_valid
    }

    /// Whether each file of this field becomes a run.
    fn is_of_files(&self, name: Option<&str>) -> bool {
        let field = name.and_then(|name| self.field(name));
        field.is_some_and(|field| self.batch.with_untracked(|batch| batch.is_of_files(field)))
    }

    /// The errors of the values of a batch, each once. Shows them next to the values.
    fn check_values(&self, runs: &[Vec<BatchValue>], fields: &[FieldState]) -> Vec<String> {
        let mut errors: Vec<(usize, String)> = Vec::new();
        // The first file of a field is checked with the form.
        let skipped = |run: usize, value: &BatchValue| run == 0 && value.is_file();
        for (index, run) in runs.iter().enumerate() {
            for value in run.iter().filter(|value| !skipped(index, value)) {
                let field = fields.iter().find(|field| value.is_of(field));
                let error = field.and_then(|field| Some((field.index, value.error(fields)?)));
                let is_new = |error: &(usize, String)| !errors.contains(error);
                errors.extend(error.filter(is_new));
            }
        }
        let line = |(index, error): &(usize, String)| {
            let field = fields.iter().find(|field| field.index == *index);
            let label = field.map(FieldState::label).unwrap_or_default();
            [&label, " ", error].concat()
        };
        let lines = errors.iter().map(line);
        let lines = lines.take(MAX_LINES).collect();
        errors.truncate(MAX_LINES);
        self.batch.set_errors(errors);
        lines
    }

    /// Clears the errors of the batch's values, which have changed.
    pub(crate) fn clear_batch_errors(&self) {
        if self.batch.set_errors(Vec::new()) {
            self.errors.hide();
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
        self.errors.show(&self.current_fields(), errors, summary);
    }
}
