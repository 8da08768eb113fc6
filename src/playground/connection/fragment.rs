//! The key in the link that `flowdeck serve` prints, `#key=…`: taken, and removed from the address
//! at once, so that it is in no history and no bookmark.

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{Url, UrlSearchParams};

/// The key of the page's fragment, if it has one.
pub(crate) fn take_key() -> Option<String> {
    let fragment = location().hash().ok()?;
    let params = UrlSearchParams::new_with_str(fragment.trim_start_matches('#')).ok()?;
    let key = params.get("key")?;
    remove();
    Some(key)
}

/// The folder that the page came from: the deployment's own address, when it serves the page.
pub(crate) fn page_folder() -> String {
    let here = location().href().unwrap_or_default();
    let folder = Url::new_with_base(".", &here).map(|url| {
        url.set_hash("");
        url.set_search("");
        url.href()
    });
    folder.unwrap_or_default()
}

fn remove() {
    let location = location();
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
}
