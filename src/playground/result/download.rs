//! Outputs into a person's own folder: one under its name, or all in a zip archive.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response, Window};

use crate::playground::archive::Archive;
use crate::playground::messages as say;
use crate::playground::page_link::is_same_origin;
use crate::playground::runs::{RunRow, RunState, archive_outputs, output_count};
use crate::playground::save::save;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, button, el};

/// A link to an output, and what is to be said of it. Of another origin a browser opens it, whatever
/// it is called, so that it is read first; one that cannot be read is a link like any other.
pub(super) fn download_link(url: String, name: String) -> El {
    let opened = RwSignal::new(false);
    let link = el("a", "button small")
        .attr("href", url.clone())
        .attr("download", name.clone())
        .attr("target", "_blank")
        .attr("rel", "noopener noreferrer")
        .text(say::DOWNLOAD);
    if is_same_origin(&url) {
        return link;
    }
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
    let said = move || opened.get().then_some(say::DOWNLOAD_IN_TAB.now());
    let said = el("span", "hint").attr("role", "status").text(said);
    el("span", "").child(link).child(said)
}

/// A button that packs all outputs of a run, where there are several.
pub(super) fn all_button(row: RunRow) -> El {
    let archive = Archive::new();
    let many = move || row.state() == RunState::Completed && output_count(&row) > 1;
    el("span", "result-all")
        .attr("hidden", move || !many())
        .child(
            button("button small", move || archive_outputs(archive, &[row]))
                .attr("disabled", move || archive.is_busy.get())
                .text(say::DOWNLOAD_ALL),
        )
        .child(
            el("span", "hint")
                .attr("role", "status")
                .text(move || archive.status.get()),
        )
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
