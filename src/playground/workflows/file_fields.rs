//! The fields of all workflows that take files, and putting a file into one. In the deferred chunk.

use web_sys::File;

use super::state::Workflows;
use crate::form::Undoable;
use crate::listing::{Listed, ListingState};
use crate::messages as say;
use schema::{Field, FieldKind, OutputKind};

/// A field that takes files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileField {
    /// The workflow's id.
    pub(crate) workflow_id: String,
    /// The workflow's name.
    pub(crate) workflow: String,
    /// The field's name.
    pub(crate) name: String,
    /// The field's label.
    pub(crate) label: String,
}

impl Workflows {
    /// The fields that take files of this kind: of the shown workflow first.
    pub(crate) fn file_fields(self, kind: OutputKind) -> Vec<FileField> {
        let shown = self.form.get().map(|form| form.id.get());
        let mut fields: Vec<FileField> = self.listing.with(|listing| {
            let ListingState::Loaded(entries) = listing else {
                return Vec::new();
            };
            entries
                .iter()
                .flat_map(|entry| of_entry(entry, kind))
                .collect()
        });
        fields.sort_by_key(|field| Some(&field.workflow_id) != shown.as_ref());
        fields
    }

    /// Shows the form of a field's workflow, and puts a file into the field.
    pub(crate) fn put_file(self, field: &FileField, file: File) {
        let Some(entry) = self.listing.entry(&field.workflow_id) else {
            return;
        };
        let root = self.root.get_value();
        root.make(|| {
            self.select(&entry);
            let Some(form) = self.form.get_untracked() else {
                return;
            };
            let Some(control) = form.field(&field.name) else {
                return;
            };
            let message = say::USED_AS_INPUT.with(&[&file.name(), &field.label]);
            Undoable::new(form).change(message, move || form.set_files(control, vec![file]));
        });
    }
}

fn of_entry(entry: &Listed, kind: OutputKind) -> impl Iterator<Item = FileField> {
    let fields = entry.read().0.fields.iter();
    let fields = fields.filter(move |field| takes(field, kind));
    fields.map(|field| FileField {
        workflow_id: entry.id.clone(),
        workflow: entry.name.clone(),
        name: field.name.clone(),
        label: field.label.clone(),
    })
}

fn takes(field: &Field, kind: OutputKind) -> bool {
    match (&field.kind, kind) {
        (FieldKind::Image, OutputKind::Image)
        | (FieldKind::Video, OutputKind::Video)
        | (FieldKind::Audio, OutputKind::Audio) => true,
        (FieldKind::File { accept }, _) => accept.is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_takes_outputs_of_its_kind() {
        let field = |kind| Field::new("x", kind);
        assert!(takes(&field(FieldKind::Image), OutputKind::Image));
        assert!(!takes(&field(FieldKind::Image), OutputKind::Video));
        assert!(takes(
            &field(FieldKind::File { accept: None }),
            OutputKind::Text
        ));
        let accept = Some("text/*".to_owned());
        assert!(!takes(
            &field(FieldKind::File { accept }),
            OutputKind::Image
        ));
    }
}
