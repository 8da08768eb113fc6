//! A form's content to and from its draft.

use super::FormState;
use crate::form::additional_kind::kind_from_name;
use crate::form::batch::BatchSettings;
use crate::form::draft::DraftContent;
use crate::form::field_state::FieldState;
use ui::untrack;

impl FormState {
    /// Saves the draft after a short delay.
    pub(crate) fn save_soon(&self) {
        self.draft.save_soon();
    }

    /// Saves the draft now if something changed.
    pub(crate) fn save_now(&self) {
        self.draft.save_now();
    }

    /// Restores added fields, files, a batch and unmatched texts. The texts of declared fields are
    /// restored when the fields are created. The fields of an opened file come and go with the choice of them, so that
    /// its unmatched texts say nothing.
    pub(super) fn restore(&self, content: DraftContent) {
        for (name, kind) in &content.additional {
            if let Some(kind) = kind_from_name(kind) {
                self.add_field(name, kind);
            }
        }
        for field in self.current_fields() {
            self.restore_files(field);
        }
        if !content.batch.is_empty() {
            let batch = BatchSettings::from_draft(&content.batch, &self.current_fields());
            self.batch.set(batch);
        }
        let is_file = self.source.with_value(|source| source.file.is_some());
        for (name, text) in content.texts {
            match self.field(&name) {
                Some(field) => field.text.set(text),
                None if is_file => {}
                None => self.unmatched.put(name, text),
            }
        }
    }

    /// The content to save.
    pub(super) fn collect_draft(&self) -> DraftContent {
        let fields = self.current_fields();
        let is_changed =
            |field: &&FieldState| !field.takes_files() && untrack(|| field.is_changed());
        let changed = fields.iter().filter(is_changed);
        let texts = changed.map(|field| (field.name(), field.text.get_untracked()));
        let added = fields.iter().filter(|field| field.additional);
        let kind = |field: &FieldState| {
            field
                .definition
                .with_value(|field| field.kind.name().to_owned())
        };
        DraftContent {
            texts: texts.chain(untrack(|| self.unmatched.get())).collect(),
            additional: added.map(|field| (field.name(), kind(field))).collect(),
            seed_modes: self.seeds.saved(),
            batch: self.batch.with_untracked(|batch| batch.to_draft(&fields)),
        }
    }
}
