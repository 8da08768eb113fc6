//! Packs files into a zip archive and saves it. Knows nothing about runs.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::messages as say;
use super::save::save;
use ui::{RwSignal, StoredValue, expect_context, spawn_local};

/// The function of `www/start.js` that takes `{name, url}` or `{name, text}` objects and returns the promise of a `Blob`.
/// It loads the packer with the first archive.
#[derive(Clone, Copy)]
pub(crate) struct Packer(StoredValue<Function>);

impl Packer {
    /// The packer that the page was started with.
    pub(crate) fn new(pack: Function) -> Self {
        Self(StoredValue::new(pack))
    }
}

/// A file to pack.
pub(crate) struct ArchiveFile {
    /// Its name in the archive.
    pub(crate) name: String,
    /// What it contains.
    pub(crate) content: Content,
}

/// The content of a file to pack.
pub(crate) enum Content {
    /// What is read from this address.
    Url(String),
    /// This text.
    Text(String),
}

/// The state of packing an archive, for the views that show it.
#[derive(Clone, Copy)]
pub(crate) struct Archive {
    /// A message while it is being packed or if that failed; otherwise empty.
    pub(crate) status: RwSignal<String>,
    /// Whether it is being packed.
    pub(crate) is_busy: RwSignal<bool>,
    packer: Packer,
}

impl Archive {
    /// Must be called while a component is built.
    pub(crate) fn new() -> Self {
        Self {
            status: RwSignal::new(String::new()),
            is_busy: RwSignal::new(false),
            packer: expect_context(),
        }
    }

    /// Packs the files and saves the archive under `name`.
    pub(crate) fn pack(self, files: Vec<ArchiveFile>, name: String) {
        self.is_busy.set(true);
        self.status.set(say::DOWNLOAD_PACKING.now().to_owned());
        spawn_local(async move {
            let error = pack(self.packer, &files, &name).await.err();
            let status = error.map(|why| say::DOWNLOAD_ALL_FAILED.with(&[&why]));
            let _ = self.status.try_set(status.unwrap_or_default());
            let _ = self.is_busy.try_set(false);
        });
    }
}

async fn pack(packer: Packer, files: &[ArchiveFile], name: &str) -> Result<(), String> {
    let entries = Array::new();
    for file in files {
        let entry = Object::new();
        let _ = Reflect::set(&entry, &"name".into(), &file.name.as_str().into());
        let (member, content) = match &file.content {
            Content::Url(url) => ("url", url),
            Content::Text(text) => ("text", text),
        };
        let _ = Reflect::set(&entry, &member.into(), &content.as_str().into());
        entries.push(&entry);
    }
    let promise = packer
        .0
        .with_value(|pack| pack.call1(&JsValue::NULL, &entries));
    let promise: Promise = promise.map_err(|error| message(&error))?.unchecked_into();
    let blob = JsFuture::from(promise).await;
    let blob = blob.map_err(|error| message(&error))?;
    save(blob.unchecked_ref(), name);
    Ok(())
}

fn message(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).unwrap_or_default();
    message.as_string().unwrap_or_default()
}
