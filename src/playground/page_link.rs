//! Links to the page. Their fragment contains a key (in links that `flowdeck serve` prints), or a workflow
//! and its values (in links created here, never with a key). The page removes it from the address as soon
//! as it has read it, so that no key gets into the history or a bookmark.

use ui::{location, window};
use wasm_bindgen::JsValue;
use web_sys::{Url, UrlSearchParams};

/// The content of a link's fragment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinkContent {
    /// A key of the deployment that serves the page.
    pub(crate) key: Option<String>,
    /// The address of another deployment.
    pub(crate) deployment: Option<String>,
    /// A workflow's id.
    pub(crate) workflow: Option<String>,
    /// Its values as JSON.
    pub(crate) values: Option<String>,
}

/// Whether an address has the page's own origin.
pub(crate) fn is_same_origin(address: &str) -> bool {
    let origin = location().origin().unwrap_or_default();
    Url::new(address).is_ok_and(|url| url.origin() == origin)
}

/// Reads the page's fragment and removes it.
pub(crate) fn take() -> LinkContent {
    let fragment = location().hash().unwrap_or_default();
    let fragment = fragment.trim_start_matches('#');
    let Ok(params) = UrlSearchParams::new_with_str(fragment) else {
        return LinkContent::default();
    };
    let content = LinkContent {
        key: params.get("key"),
        deployment: params.get("deployment"),
        workflow: params.get("workflow"),
        values: params.get("values"),
    };
    if content != LinkContent::default() {
        remove_fragment();
    }
    content
}

/// A link to a workflow with these values. It contains the deployment unless that serves the page.
pub(crate) fn to_workflow(base_url: Option<&str>, workflow: &str, values: &str) -> String {
    let page = page_folder();
    let Ok(params) = UrlSearchParams::new() else {
        return page;
    };
    let other =
        base_url.filter(|base_url| base_url.trim_end_matches('/') != page.trim_end_matches('/'));
    if let Some(base_url) = other {
        params.append("deployment", base_url);
    }
    params.append("workflow", workflow);
    params.append("values", values);
    let query: String = params.to_string().into();
    [&page, "#", &query].concat()
}

/// The folder of the page's address; the base URL of the deployment if that serves the page.
pub(crate) fn page_folder() -> String {
    let here = location().href().unwrap_or_default();
    let folder = Url::new_with_base(".", &here).map(|url| {
        url.set_hash("");
        url.set_search("");
        url.href()
    });
    folder.unwrap_or_default()
}

fn remove_fragment() {
    let location = location();
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
}
