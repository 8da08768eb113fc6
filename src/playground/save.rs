//! Saves a file as a download.

use std::time::Duration;

use wasm_bindgen::JsCast;
use web_sys::{Blob, HtmlAnchorElement, Url};

use ui::{el, set_timeout};

/// How long the browser may take to start the download.
const START_TIME: Duration = Duration::from_secs(60);

/// Saves a file under a name.
pub(crate) fn save(blob: &Blob, name: &str) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else {
        return;
    };
    let link = el("a", "");
    let link: &HtmlAnchorElement = link.node().unchecked_ref();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    set_timeout(move || drop(Url::revoke_object_url(&url)), START_TIME);
}
