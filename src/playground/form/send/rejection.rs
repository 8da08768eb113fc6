//! What the page shows when a run could not be sent or the deployment rejected it.

use super::Sender;
use crate::language::is_english;
use crate::messages as say;
use crate::reason;
use crate::reveal::{self, reveal};
use crate::runs::RunRow;
use api::ValidationItem;
use client::{Error, ErrorKind};

impl Sender {
    /// Shows the deployment's errors at their fields. A run that may have started stays in the list.
    pub(super) fn failed(self, error: &Error, row: RunRow, is_in_batch: bool) {
        match error.kind {
            ErrorKind::Aborted => return self.runs.upload_aborted(row),
            ErrorKind::Network | ErrorKind::Timeout | ErrorKind::Decode => {
                return self.runs.lost(row, &self.lost_reason(error));
            }
            ErrorKind::Authentication => self.connection.update_status::<()>(Err(error)),
            _ => {}
        }
        if is_in_batch {
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

    /// Why it is unknown whether a run started. Does not suggest CORS if the page has the deployment's
    /// origin or nothing responds at all.
    fn lost_reason(self, error: &Error) -> String {
        if error.kind == ErrorKind::Network && self.connection.is_plain_silence() {
            return say::NO_RESPONSE.now().to_owned();
        }
        reason::of_lost(error)
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
