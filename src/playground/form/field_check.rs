//! Checks one field, and keeps its files and brings them back. In the deferred chunk.

use leptos::task::spawn_local;
use web_sys::File;

use super::{FieldState, FormState};
use crate::client::web;
use crate::schema::InputSchema;

/// Checks a field alone.
pub(super) fn check(field: FieldState) {
    let schema = InputSchema {
        fields: vec![field.fixed.get_value()],
        outputs: Vec::new(),
    };
    let items = web::check(&schema, &field.parts())
        .err()
        .unwrap_or_default();
    field.show_faults(&items.iter().collect::<Vec<_>>());
}

/// Keeps the files that a field took, and checks the first.
pub(super) fn keep_files(field: FieldState, first: Option<File>) {
    field
        .draft
        .keep_files(&field.name(), &field.files.get_untracked());
    match first {
        Some(file) => spawn_local(check_file(field, file)),
        None => field.recheck(),
    }
}

/// Checks a file by its first bytes; another one may have taken its place while they were read.
async fn check_file(field: FieldState, file: File) {
    let sniffed = web::sniff(&file).await;
    let is_current = field
        .files
        .try_with_untracked(|files| files.first() == Some(&file));
    if is_current == Some(true) {
        field.sniffed.set_value(sniffed);
        field.check();
    }
}

/// Gives a field the files that it held before the page was reloaded, unless it has others by now.
pub(super) fn restore_files(form: FormState, field: FieldState) {
    spawn_local(async move {
        let files = field.draft.files(field.name()).await;
        if field.files.try_with_untracked(Vec::is_empty) == Some(true) {
            form.take_files(field, files);
        }
    });
}
