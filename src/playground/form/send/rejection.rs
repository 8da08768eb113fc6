//! What the page shows when the deployment rejected a run.

use super::Sender;
use crate::language::is_english;
use crate::reason;
use crate::reveal::{self, reveal};
use crate::runs::RunRow;
use api::ValidationItem;
use client::Error;

impl Sender {
    /// Shows the deployment's errors at their fields.
    pub(super) fn rejected(self, error: &Error, row: RunRow) {
        if row.batch_id().is_some() {
            return self.runs.rejected(row, &self.batch_run_reason(error));
        }
        self.runs.rejected(row, &reason::of_error(error));
        reveal(reveal::FORM);
        let errors = self.errors_to_list(error);
        let lines = match errors {
            [] => vec![reason::of_error(error)],
            _ => Vec::new(),
        };
        self.form.show_errors(errors, lines);
    }

    /// Why a run of a batch was rejected: its field errors, each with the field's label.
    fn batch_run_reason(self, error: &Error) -> String {
        let line = |item: &ValidationItem| {
            let field = self.form.field(item.field()?)?;
            Some([&field.label(), ": ", &field.describe(item)].concat())
        };
        let lines: Vec<String> = error.items.iter().filter_map(line).collect();
        if lines.is_empty() {
            reason::of_error(error)
        } else {
            lines.join("; ")
        }
    }

    /// The errors to list one by one. If none belongs to a field, languages other than English show one
    /// translated text instead of the deployment's messages.
    fn errors_to_list(self, error: &Error) -> &[ValidationItem] {
        let is_of_field = |item: &ValidationItem| {
            let name = item.field();
            name.is_some_and(|name| self.form.field(name).is_some())
        };
        if is_english() || error.items.iter().any(is_of_field) {
            &error.items
        } else {
            &[]
        }
    }
}
