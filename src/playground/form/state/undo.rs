//! Takes and restores the values of a form, to undo a change of them.

use web_sys::File;

use super::FormState;
use crate::form::batch::BatchSettings;
use crate::form::field_state::FieldState;
use crate::form::pending_json::PendingJson;
use ui::{StoredValue, untrack};

/// Everything that a person entered into a form.
#[derive(Clone, PartialEq)]
pub(crate) struct FormValues {
    fields: Vec<(FieldState, String, Vec<File>)>,
    unmatched: Vec<(String, String)>,
    json: Option<PendingJson>,
    batch: BatchSettings,
}

/// The values after the last change that can be undone.
#[derive(Clone, Copy)]
pub(super) struct LastChange(StoredValue<Option<FormValues>>);

impl Default for LastChange {
    fn default() -> Self {
        Self(StoredValue::new(None))
    }
}

impl FormState {
    /// Its values; tracked.
    pub(crate) fn values(&self) -> FormValues {
        let values = |field: FieldState| (field, field.text.get(), field.files.get());
        FormValues {
            fields: self.fields.get().into_iter().map(values).collect(),
            unmatched: self.unmatched.get(),
            json: self.json.get(),
            batch: self.batch.with(BatchSettings::clone),
        }
    }

    /// Notes that a change which can be undone has led to the current values.
    pub(crate) fn note_changed(&self) {
        let values = untrack(|| self.values());
        self.changed.0.set_value(Some(values));
    }

    /// Whether its values are the same as after the last change that can be undone; tracked.
    pub(crate) fn is_as_changed(&self) -> bool {
        let values = self.values();
        self.changed
            .0
            .with_value(|changed| changed.as_ref() == Some(&values))
    }

    /// Restores earlier values.
    pub(crate) fn put_back(&self, before: &FormValues) {
        self.submission.ignore_files();
        let fields: Vec<FieldState> = before.fields.iter().map(|(field, ..)| *field).collect();
        self.fields.replace(fields);
        for (field, text, files) in &before.fields {
            if field.text.with_untracked(|now| now != text) {
                field.set_text(text.clone());
            }
            if field.files.with_untracked(|now| now != files) {
                field.set_files(files.clone());
            }
        }
        self.json.restore(before.json.clone());
        self.unmatched.set(before.unmatched.clone());
        self.batch.set(before.batch.clone());
        self.save_soon();
    }
}
