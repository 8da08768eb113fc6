//! A link that downloads one output under its name.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response, Window};

use crate::messages as say;
use crate::save::save;
use ui::{El, RwSignal, el, spawn_local, window};

/// A link that downloads an output under `name`, and a hint if it opened in a tab. Browsers ignore `download` for other
/// origins, and where the server names the file itself, so those outputs are fetched first; if that fails, they open
/// in a new tab.
pub(super) fn download_link(url: String, name: String) -> El {
    let opened = RwSignal::new(false);
    let link = el("a", "button small")
        .attr("href", url.clone())
        .attr("download", name.clone())
        .attr("target", "_blank")
        .attr("rel", "noopener noreferrer")
        .attr("aria-label", [say::DOWNLOAD.now(), " ", &name].concat())
        .text(say::DOWNLOAD);
    let link = link.on("click", move |event| {
        if opened.get_untracked() {
            return;
        }
        event.prevent_default();
        let (url, name) = (url.clone(), name.clone());
        spawn_local(async move {
            if fetch(&url).await.map(|blob| save(&blob, &name)).is_none() {
                let open = Window::open_with_url_and_target_and_features;
                let _ = open(&window(), &url, "_blank", "noopener,noreferrer");
                let _ = opened.try_set(true);
            }
        });
    });
    let hint = move || opened.get().then_some(say::DOWNLOAD_IN_TAB.now());
    let hint = el("span", "hint").attr("role", "status").text(hint);
    el("span", "").child(link).child(hint)
}

async fn fetch(url: &str) -> Option<Blob> {
    let answer = JsFuture::from(window().fetch_with_str(url)).await.ok()?;
    let answer: Response = answer.unchecked_into();
    if !answer.ok() {
        return None;
    }
    let blob = JsFuture::from(answer.blob().ok()?).await.ok()?;
    Some(blob.unchecked_into())
}
