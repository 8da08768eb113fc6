//! Checks a form before it is sent, and collects the errors of the page or the deployment.

use super::FormState;
use crate::form::batch::BatchValue;
use crate::form::field_state::FieldState;
use crate::form::form_errors::FormErrors;
use crate::language::integer;
use crate::messages as say;
use api::ValidationItem;

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
            values.any(|value| !value.is_file() && Some(value.field.as_str()) == name)
        };
        let first = runs.first().map(Vec::as_slice).unwrap_or_default();
        let errors = client_web::check(&self.schema(), &self.parts(first)).err();
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

    /// The errors of the values of a batch, each once, or of a table with its row. Shows them next to the values.
    fn check_values(&self, runs: &[Vec<BatchValue>], fields: &[FieldState]) -> Vec<String> {
        let mut errors: Vec<(usize, String)> = Vec::new();
        // The first file of a field is checked with the form.
        let skipped = |run: usize, value: &BatchValue| run == 0 && value.is_file();
        let mut lines: Vec<String> = Vec::new();
        for (index, run) in runs.iter().enumerate() {
            for value in run.iter().filter(|value| !skipped(index, value)) {
                let field = fields.iter().find(|field| value.is_of(field));
                let Some((field, error)) = field.zip(value.error(fields)) else {
                    continue;
                };
                let line = self.in_row(index, [&field.label(), " ", &error].concat());
                if !lines.contains(&line) {
                    lines.push(line);
                    errors.push((field.index, error));
                }
            }
        }
        let more = lines.len().saturating_sub(MAX_LINES);
        lines.truncate(MAX_LINES);
        lines.extend((more > 0).then(|| say::VARY_MORE.with(&[&integer(more)])));
        errors.truncate(MAX_LINES);
        self.batch.set_errors(errors);
        lines
    }

    /// The error of a run, with the row of the table that has it.
    pub(crate) fn in_row(&self, run: usize, error: String) -> String {
        let row = self.batch.with_untracked(|batch| {
            let rows = &batch.table.as_ref()?.rows;
            rows.get(run).map(|row| row.row.to_string())
        });
        match row {
            Some(row) => say::TABLE_VALUE.with(&[&row, &error]),
            None => error,
        }
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
