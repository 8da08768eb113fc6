//! Loads the files of an example into their fields. A press of Run waits for them. In the deferred chunk.

use std::cell::RefCell;
use std::collections::HashMap;

use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};
use js_sys::Array;
use leptos::prelude::untrack;
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
            let file = file(client, &address).await;
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
            form.cancel_submit();
        }
        _ => {}
    }
    form.submit_when_loaded();
}

/// A file that is being loaded or has been.
type LoadedFile = Shared<LocalBoxFuture<'static, Result<File, Error>>>;

thread_local! {
    /// The files of this tab by the base URL of their deployment and their address.
    static FILES: RefCell<HashMap<(String, String), LoadedFile>> = RefCell::default();
}

/// A file of an example. It is loaded once, although several examples and a field may show it.
pub(super) async fn file(client: Client, address: &str) -> Result<File, Error> {
    let key = (client.base_url().to_owned(), address.to_owned());
    let address = address.to_owned();
    let load = || async move { download(&client, &address).await };
    let file = FILES.with_borrow_mut(|files| {
        let file = files.entry(key.clone());
        file.or_insert_with(|| load().boxed_local().shared())
            .clone()
    });
    let result = file.await;
    if result.is_err() {
        FILES.with_borrow_mut(|files| files.remove(&key));
    }
    result
}

async fn download(client: &Client, address: &str) -> Result<File, Error> {
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
