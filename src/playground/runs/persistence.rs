//! Runs in the browser's database, and the files that they were given: the newest runs, and files
//! while they are not too large in all. Other tabs are told what changed.

mod pending_write;
mod record_value;

use std::collections::HashMap;

use js_sys::Object;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, File};

use super::record::Record;
use crate::playground::database::{self, FILES, RUNS};
use crate::playground::time::now;
use pending_write::Note;
use record_value::{member, number, read, set, write};

/// The most that files may take in all, in bytes.
const ROOM: f64 = 200e6;

/// Files by the keys under which they are kept.
pub(super) type Files = HashMap<String, File>;

/// What tells tabs of each other's changes.
pub(super) fn channel() -> Option<BroadcastChannel> {
    BroadcastChannel::new("flowdeck.runs").ok()
}

/// A key that no other run has.
pub(super) fn new_id() -> String {
    let chance = (js_sys::Math::random() * 1e9) as u32;
    let time = (now() as u64).to_string();
    [time.as_str(), "-", &chance.to_string()].concat()
}

/// Every run that is kept.
pub(super) async fn all() -> Vec<Record> {
    for note in pending_write::all() {
        keep(note).await;
    }
    let files = files().await;
    let values = database::all(RUNS).await;
    let records = values.iter().map(|(_, value)| read(value, &files));
    records.collect()
}

/// The run that is kept under this key.
pub(super) async fn get(id: &str) -> Option<Record> {
    let value = database::get(RUNS, id).await?;
    Some(read(&value, &files().await))
}

/// Keeps a run. From the call on: the database takes its time, and the page may be left before.
pub(super) async fn put(record: Record) {
    let value = write(&record);
    keep(Note::new(&record.id, value)).await;
}

async fn keep(note: Note) {
    database::put(RUNS, &note.id, &note.value).await;
    note.forget();
}

/// Keeps files; the oldest make way for them. Gives the keys of those.
pub(super) async fn put_files(files: Vec<File>) -> Vec<String> {
    for file in files {
        let value = Object::new();
        set(&value, "file", file.clone());
        set(&value, "at", now());
        database::put(FILES, &key_of(&file), &value).await;
    }
    let mut kept = database::all(FILES).await;
    let at = |value: &JsValue| number(value, "at").unwrap_or_default();
    kept.sort_by(|(_, a), (_, b)| at(b).total_cmp(&at(a)));
    let mut room = ROOM;
    let mut gone = Vec::new();
    for (key, value) in kept {
        room -= file(&value).map_or(0.0, |file| file.size());
        if room < 0.0 {
            database::delete(FILES, &key).await;
            gone.push(key);
        }
    }
    gone
}

/// Forgets a run, and files that no other one was given.
pub(super) async fn delete(id: &str, files: Vec<String>) {
    pending_write::forget(id);
    database::delete(RUNS, id).await;
    for key in files {
        database::delete(FILES, &key).await;
    }
}

/// The key of a file: the same file of many runs is kept once.
pub(super) fn key_of(file: &File) -> String {
    let size = (file.size() as u64).to_string();
    let date = (file.last_modified() as u64).to_string();
    [&size, " ", &date, " ", &file.type_(), " ", &file.name()].concat()
}

async fn files() -> Files {
    let values = database::all(FILES).await;
    let files = values
        .into_iter()
        .filter_map(|(key, value)| Some((key, file(&value)?)));
    files.collect()
}

fn file(value: &JsValue) -> Option<File> {
    member(value, "file").dyn_into().ok()
}
