//! Runs that are on their way into the browser's database: noted at once where a page that is left in
//! the meantime finds them again. A run too large for that place has only the database.

use js_sys::JSON;
use wasm_bindgen::JsValue;

use crate::playground::storage::{self, StorageArea};

/// What the names of notes begin with; a run's key follows.
const NOTE: &str = "run ";

/// A run that is noted.
pub(super) struct Note {
    /// The run's key.
    pub(super) id: String,
    /// The run, as the database keeps it.
    pub(super) value: JsValue,
    text: String,
}

impl Note {
    /// Notes a run.
    pub(super) fn new(id: &str, value: JsValue) -> Self {
        let text = JSON::stringify(&value).map(String::from);
        let note = Self {
            id: id.to_owned(),
            value,
            text: text.unwrap_or_default(),
        };
        storage::save(StorageArea::Browser, &name(id), &note.text);
        note
    }

    /// Forgets it, as the run is kept now or cannot be. What was noted of the run since then stays.
    pub(super) fn forget(self) {
        if storage::load(StorageArea::Browser, &name(&self.id)) == Some(self.text) {
            forget(&self.id);
        }
    }
}

/// Forgets what is noted of a run.
pub(super) fn forget(id: &str) {
    storage::remove(StorageArea::Browser, &name(id));
}

/// What is noted and was not kept.
pub(super) fn all() -> Vec<Note> {
    let note = |name: String| {
        let text: String = storage::load(StorageArea::Browser, &name)?;
        let value = JSON::parse(&text).ok()?;
        let id = name.strip_prefix(NOTE)?.to_owned();
        Some(Note { id, value, text })
    };
    let names = storage::names(StorageArea::Browser, NOTE);
    names.into_iter().filter_map(note).collect()
}

fn name(id: &str) -> String {
    [NOTE, id].concat()
}
