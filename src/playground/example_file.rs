//! The files and pictures of workflows and their examples, which the deployment only gives with a key.

use std::cell::RefCell;
use std::collections::HashMap;

use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};
use js_sys::Array;
use web_sys::{File, FilePropertyBag};

use crate::file_url::FileUrl;
use client::Error;
use client_web::Client;
use ui::{El, RwSignal, el, spawn_local};

/// A picture of an example or of a workflow, in a box that is reserved while it loads.
pub(crate) fn example_image(client: Client, address: String, class: &str, alt: String) -> El {
    let url: RwSignal<Option<FileUrl>> = RwSignal::new(None);
    spawn_local(async move {
        if let Ok(file) = example_file(client, &address).await {
            // The view may be gone.
            let _ = url.try_set(FileUrl::new(&file));
        }
    });
    let source = move || url.with(|url| url.as_ref().map(|url| url.0.clone()));
    let image = move || {
        let image = el("img", "")
            .attr("alt", alt.clone())
            .attr("src", source()?);
        Some(image)
    };
    el("span", class).live(image)
}

/// A file that is being loaded or has been.
type LoadedFile = Shared<LocalBoxFuture<'static, Result<File, Error>>>;

thread_local! {
    /// The files of this tab by the base URL of their deployment and their address.
    static FILES: RefCell<HashMap<(String, String), LoadedFile>> = RefCell::default();
}

/// A file of an example. It is loaded once, although several examples and a field may show it.
pub(crate) async fn example_file(client: Client, address: &str) -> Result<File, Error> {
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
pub(crate) fn file_name(address: &str) -> String {
    let name = address.rsplit('/').next().unwrap_or_default();
    let decoded = js_sys::decode_uri_component(name);
    decoded.map_or_else(|_| name.to_owned(), String::from)
}
