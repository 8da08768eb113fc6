//! The files of one field: adds and removes them, saves them in the draft, and checks their first bytes.
//! Saving and checking are in the deferred chunk.

use web_sys::File;

use super::converted_image::converted;
use super::field_state::FieldState;
use crate::deferred::Deferred;
use schema::FieldKind;
use ui::spawn_local;

pub(super) static KEEP_FILES: Deferred<fn(FieldState, Option<File>)> = Deferred::new();

impl FieldState {
    /// Replaces its files.
    pub(crate) fn set_files(&self, files: Vec<File>) {
        self.sniffed_type.set_value(None);
        let first = files.first().cloned();
        self.files.set(files);
        let field = *self;
        KEEP_FILES.call(move |keep| keep(field, first));
    }

    /// Removes the file at this position.
    pub(crate) fn remove_file(&self, index: usize) {
        let mut files = self.files.get_untracked();
        if index < files.len() {
            files.remove(index);
        }
        self.set_files(files);
    }
}

/// Keeps a field's files in the draft, and checks the first.
pub(super) fn keep_files(field: FieldState, first: Option<File>) {
    let files = field.files.get_untracked();
    field.draft.keep_files(&field.name(), &files);
    // Also without texts, since a form with a draft is not filled with an example.
    field.draft.save_soon();
    match first {
        Some(file) => spawn_local(check_file(field, file)),
        None => field.recheck(),
    }
}

/// Checks a file by its first bytes, unless another one replaced it while they were read. Images that no engine reads
/// are converted before, if the browser can.
async fn check_file(field: FieldState, file: File) {
    let takes_images = field
        .definition
        .try_with_value(|field| field.kind == FieldKind::Image);
    if takes_images == Some(true) {
        let files = field.files.get_untracked();
        if let Some(converted) = converted(&files).await {
            if field.files.try_with_untracked(|now| *now == files) == Some(true) {
                field.set_files(converted);
            }
            return;
        }
    }
    let sniffed = client_web::sniff(&file).await;
    let is_current = field
        .files
        .try_with_untracked(|files| files.first() == Some(&file));
    if is_current == Some(true) {
        field.sniffed_type.set_value(sniffed);
        field.check();
    }
}
