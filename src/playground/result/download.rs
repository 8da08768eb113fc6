//! Outputs into a person's own folder: one under its name, or all in a zip archive.

use js_sys::{Array, Function, Object, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response, Window};

use super::file_names::{distinct, numbered, safe_name};
use super::output::address;
use crate::api::RunOutput;
use crate::playground::element::{El, button, el};
use crate::playground::link::is_own;
use crate::playground::messages as say;
use crate::playground::runs::{Record, RunRow, RunState};
use crate::playground::save::save;
use crate::playground::signal::{RwSignal, StoredValue};
use crate::playground::text::short_id;

/// The page's way to put files into an archive: a function of `{name, url}` and so on that promises
/// a `Blob`. What packs is loaded when it is first asked for.
#[derive(Clone, Copy)]
pub(crate) struct Packer(StoredValue<Function>);

impl Packer {
    /// The packer that the page was started with.
    pub(crate) fn new(pack: Function) -> Self {
        Self(StoredValue::new(pack))
    }
}

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
    if is_own(&url) {
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

/// What packs outputs, and what is to be said of it.
#[derive(Clone, Copy)]
pub(crate) struct Archive {
    /// That it packs, or why it did not.
    pub(crate) said: RwSignal<String>,
    /// Whether it packs.
    pub(crate) busy: RwSignal<bool>,
    packer: Packer,
}

impl Archive {
    /// Taken while a component is made.
    pub(crate) fn take() -> Self {
        Self {
            said: RwSignal::new(String::new()),
            busy: RwSignal::new(false),
            packer: expect_context(),
        }
    }

    /// Packs all outputs of these runs, each run's after the other's.
    pub(crate) fn pack(self, rows: Vec<RunRow>) {
        self.busy.set(true);
        self.said.set(say::DOWNLOAD_PACKING.now().to_owned());
        spawn_local(async move {
            let failed = pack(self.packer, rows).await.err();
            let failed = failed.map(|why| say::DOWNLOAD_ALL_FAILED.with(&[&why]));
            let _ = self.said.try_set(failed.unwrap_or_default());
            let _ = self.busy.try_set(false);
        });
    }
}

/// How many outputs a run gave.
pub(crate) fn outputs(row: &RunRow) -> usize {
    let count = |record: &Record| record.outputs.as_ref().map_or(0, Vec::len);
    row.record.with(count)
}

/// A button that packs all outputs of a run, where there are several.
pub(super) fn all_button(row: RunRow) -> El {
    let archive = Archive::take();
    let many = move || row.state() == RunState::Completed && outputs(&row) > 1;
    el("span", "result-all")
        .attr("hidden", move || !many())
        .child(
            button("button small", move || archive.pack(vec![row]))
                .attr("disabled", move || archive.busy.get())
                .text(say::DOWNLOAD_ALL),
        )
        .child(
            el("span", "hint")
                .attr("role", "status")
                .text(move || archive.said.get()),
        )
}

async fn pack(packer: Packer, rows: Vec<RunRow>) -> Result<(), String> {
    let records: Vec<Record> = rows.iter().map(|row| row.record.get_untracked()).collect();
    let name = archive_name(&records);
    let outputs = || {
        let of = |record| {
            outputs_of(record)
                .iter()
                .map(move |output| (record, output))
        };
        records.iter().flat_map(of)
    };
    let names = distinct(outputs().map(|(record, output)| {
        let file = safe_name(&output.filename);
        match &record.group {
            // In the group's order, wherever files are sorted by their names.
            Some(group) if records.len() > 1 => numbered(group.index + 1, group.count, &file),
            _ => file,
        }
    }));
    let files = Array::new();
    for ((record, output), name) in outputs().zip(names) {
        if let Some(url) = address(output, &record.base_url) {
            let file = Object::new();
            let _ = Reflect::set(&file, &"name".into(), &name.into());
            let _ = Reflect::set(&file, &"url".into(), &url.into());
            files.push(&file);
        }
    }
    let promise = packer
        .0
        .with_value(|pack| pack.call1(&JsValue::NULL, &files));
    let promise: Promise = promise.map_err(|thrown| words(&thrown))?.unchecked_into();
    let blob = JsFuture::from(promise).await;
    save(
        blob.map_err(|thrown| words(&thrown))?.unchecked_ref(),
        &name,
    );
    Ok(())
}

fn outputs_of(record: &Record) -> &[RunOutput] {
    record.outputs.as_deref().unwrap_or_default()
}

/// The workflow's name, and what tells this run or group from others.
fn archive_name(records: &[Record]) -> String {
    let (Some(first), several) = (records.first(), records.len() > 1) else {
        return String::new();
    };
    let group = first.group.as_ref().filter(|_| several);
    let id = group.map(|group| &group.id).or(first.run_id.as_ref());
    let id = id.map(|id| short_id(id)).unwrap_or_default();
    safe_name(&[&first.workflow, "-", &id, ".zip"].concat())
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

fn words(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).unwrap_or_default();
    message.as_string().unwrap_or_default()
}
