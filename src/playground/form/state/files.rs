//! Assigns files to the fields of a form.

use web_sys::File;

use super::FormState;
use crate::database;
use crate::deferred::Deferred;
use crate::form::batch::BatchSettings;
use crate::form::field_state::FieldState;
use crate::messages as say;
use ui::{spawn_local, untrack};

pub(crate) static RESTORE_FILES: Deferred<fn(FormState, FieldState)> = Deferred::new();

impl FormState {
    /// The first field that accepts a file of this type, empty fields first.
    pub(crate) fn field_for(&self, file: &File) -> Option<FieldState> {
        let mut fields = self.current_fields();
        untrack(|| fields.retain(|field| self.is_visible(*field)));
        let accepts = |field: &&FieldState| field.accepts(&file.type_());
        let is_empty = |field: &&FieldState| field.files.with_untracked(Vec::is_empty);
        let empty = fields.iter().filter(accepts).find(is_empty);
        empty.or_else(|| fields.iter().find(accepts)).copied()
    }

    /// Puts files into a field. If the field takes one at a time, several files become a batch.
    pub(crate) fn set_files(&self, field: FieldState, files: Vec<File>) {
        if files.is_empty() {
            return;
        }
        let takes_one = field.definition.with_value(|field| !field.multiple);
        if takes_one && files.len() > 1 {
            self.batch.set(BatchSettings::of_files(field));
        } else if self.batch.with_untracked(|batch| batch.is_of_files(field)) {
            self.batch.set(BatchSettings::default());
        }
        field.set_files(files);
    }

    /// Restores the files that a field had before the page was reloaded.
    pub(super) fn restore_files(&self, field: FieldState) {
        if field.takes_files() && database::is_used() {
            let form = *self;
            RESTORE_FILES.call(move |restore| restore(form, field));
        }
    }
}

/// Restores a field's files from the draft, and says which were too large to keep, unless the field already has other
/// files. In the deferred chunk.
pub(crate) fn restore_files(form: FormState, field: FieldState) {
    spawn_local(async move {
        let kept = field.draft.files(field.name()).await;
        if field.files.try_with_untracked(Vec::is_empty) == Some(true) {
            form.set_files(field, kept.files);
            if !kept.names.is_empty() {
                let too_large = kept.names.iter();
                let errors = too_large.map(|name| say::FILE_NOT_KEPT.with(&[name]));
                field.errors.set(errors.collect());
            }
        }
    });
}
