//! A file for the person's own folder, offered as the browser does with downloads.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Blob, HtmlAnchorElement, Url};

use super::element::el;

/// Until the download has its file, which it has once it has begun.
const BEGUN: Duration = Duration::from_secs(60);

/// Offers a file under a name.
pub(crate) fn save(blob: &Blob, name: &str) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else {
        return;
    };
    let link = el("a", "");
    let link: &HtmlAnchorElement = link.node().unchecked_ref();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    set_timeout(move || drop(Url::revoke_object_url(&url)), BEGUN);
}
