//! Undoes a reset of a form.

use leptos::prelude::untrack;
use web_sys::File;

use super::FormState;
use crate::playground::form::batch::BatchSettings;
use crate::playground::form::field_state::FieldState;

/// What a reset of a form discards.
pub(crate) struct EnteredValues {
    /// The fields that differ from their defaults.
    fields: Vec<(FieldState, String, Vec<File>)>,
    unmatched: Vec<(String, String)>,
    batch: BatchSettings,
}

impl FormState {
    /// What a reset would discard.
    pub(crate) fn entered_values(&self) -> EnteredValues {
        let mut fields = self.current_fields();
        fields.retain(|field| untrack(|| field.is_changed()));
        let values = |field: FieldState| {
            let files = field.files.get_untracked();
            (field, field.text.get_untracked(), files)
        };
        EnteredValues {
            fields: fields.into_iter().map(values).collect(),
            unmatched: self.unmatched.get_untracked(),
            batch: self.batch.get_untracked(),
        }
    }

    /// Restores what a reset discarded. Other fields stay as they are now.
    pub(crate) fn put_back(&self, before: &EnteredValues) {
        for (field, text, files) in &before.fields {
            field.set_text(text.clone());
            if !files.is_empty() {
                field.set_files(files.clone());
            }
        }
        self.unmatched.set(before.unmatched.clone());
        self.batch.set(before.batch.clone());
        self.save_soon();
    }
}
