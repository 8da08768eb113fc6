//! Loads the files of an example into their fields. A press of Run waits for them. In the deferred chunk.

use web_sys::File;

use crate::example_file::{example_file, file_name};
use crate::form::field_state::FieldState;
use crate::form::state::FormState;
use crate::messages as say;
use crate::reason;
use api::Example;
use client::Error;
use client_web::Client;
use ui::{spawn_local, untrack};

/// Starts to load the files of an example.
pub(in crate::form) fn load(form: FormState, client: Client, example: &Example) {
    for (name, address) in example.files.clone() {
        let Some(field) = form.field(&name) else {
            continue;
        };
        let client = client.clone();
        let fill = form.submission.file_begins();
        spawn_local(async move {
            let file = example_file(client, &address).await;
            // The form may have been reset, or filled with another example.
            if form.submission.is_wanted(fill) {
                put(form, field, &address, file);
            }
        });
    }
}

/// Puts a file into its field, unless the field has another one by now.
fn put(form: FormState, field: FieldState, address: &str, file: Result<File, Error>) {
    let is_empty = field.files.with_untracked(Vec::is_empty);
    form.submission.file_ends();
    match file {
        Ok(file) if is_empty => {
            let is_as_changed = untrack(|| form.is_as_changed());
            form.set_files(field, vec![file]);
            if is_as_changed {
                form.note_changed();
            }
        }
        Err(error) if is_empty => {
            let why =
                say::EXAMPLE_FILE_FAILED.with(&[&file_name(address), &reason::of_error(&error)]);
            field.errors.set(vec![why]);
            form.submission.cancel();
        }
        _ => {}
    }
    form.submission.submit_when_loaded();
}
