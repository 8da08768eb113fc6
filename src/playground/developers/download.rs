//! A text that was written here, as a file for the person's own folder.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use crate::playground::element::el;

/// Offers a text as a JSON file, as the browser does with downloads.
pub(super) fn save(json: &str, name: &str) {
    let kind = BlobPropertyBag::new();
    kind.set_type("application/json");
    let parts = js_sys::Array::of1(&json.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &kind);
    let Ok(url) = blob.and_then(|blob| Url::create_object_url_with_blob(&blob)) else {
        return;
    };
    let link = el("a", "");
    let link: &HtmlAnchorElement = link.node().unchecked_ref();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download has its text once it has begun.
    let revoke = move || drop(Url::revoke_object_url(&url));
    set_timeout(revoke, std::time::Duration::from_secs(60));
}
