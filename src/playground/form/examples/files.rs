//! Loads the files of an example into their fields. A press of Run waits for them. In the deferred chunk.

use js_sys::Array;
use leptos::task::spawn_local;
use web_sys::{File, FilePropertyBag};

use crate::api::Example;
use crate::client::Error;
use crate::client::web::Client;
use crate::playground::form::field_state::FieldState;
use crate::playground::form::state::FormState;
use crate::playground::messages as say;
use crate::playground::reason;

/// Starts to load the files of an example.
pub(in crate::playground::form) fn load(form: FormState, client: Client, example: &Example) {
    let fill = form.fill_count.get_value();
    for (name, address) in example.files.clone() {
        let Some(field) = form.field(&name) else {
            continue;
        };
        let client = client.clone();
        form.loading_files.update(|count| *count += 1);
        spawn_local(async move {
            let file = download(&client, &address).await;
            // The form may have been reset, or filled with another example.
            if form.fill_count.try_with_value(|now| *now == fill) == Some(true) {
                put(form, field, &address, file);
            }
        });
    }
}

/// Puts a file into its field, unless the field has another one by now.
fn put(form: FormState, field: FieldState, address: &str, file: Result<File, Error>) {
    let is_empty = field.files.with_untracked(Vec::is_empty);
    form.loading_files
        .update(|count| *count = count.saturating_sub(1));
    match file {
        Ok(file) if is_empty => form.set_files(field, vec![file]),
        Err(error) if is_empty => {
            let why =
                say::EXAMPLE_FILE_FAILED.with(&[&file_name(address), &reason::of_error(&error)]);
            field.errors.set(vec![why]);
            form.cancel_submit();
        }
        _ => {}
    }
    form.submit_when_loaded();
}

/// A file of an example.
pub(super) async fn download(client: &Client, address: &str) -> Result<File, Error> {
    let (content_type, bytes) = client.example_file(address).await?;
    let options = FilePropertyBag::new();
    options.set_type(&content_type);
    let name = file_name(address);
    File::new_with_u8_array_sequence_and_options(&Array::of1(&bytes), &name, &options)
        .map_err(|_| Error::input(&["creating the file “", &name, "”: the browser refused it"]))
}

/// The name at the end of an address.
fn file_name(address: &str) -> String {
    let name = address.rsplit('/').next().unwrap_or_default();
    let decoded = js_sys::decode_uri_component(name);
    decoded.map_or_else(|_| name.to_owned(), String::from)
}
