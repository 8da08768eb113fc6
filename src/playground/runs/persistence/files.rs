//! Stores input files, each once however many runs use it, up to a total size.

use std::collections::HashMap;

use js_sys::Object;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

use super::js_object::{member, number, set};
use crate::database::{self, FILES};
use crate::time::now;

/// The maximum total size of all files, in bytes.
const QUOTA: f64 = 200e6;

/// Files by their keys.
pub(super) type Files = HashMap<String, File>;

/// The key of a file: the same for the same file of several runs.
pub(crate) fn file_key(file: &File) -> String {
    let size = (file.size() as u64).to_string();
    let date = (file.last_modified() as u64).to_string();
    [&size, " ", &date, " ", &file.type_(), " ", &file.name()].concat()
}

/// Saves files and deletes the oldest ones beyond the quota. Returns the keys of those.
pub(crate) async fn save_files(files: Vec<File>) -> Vec<String> {
    for file in files {
        let value = Object::new();
        set(&value, "file", file.clone());
        set(&value, "at", now());
        database::put(FILES, &file_key(&file), &value).await;
    }
    let mut stored = database::all(FILES).await;
    let saved_at = |value: &JsValue| number(value, "at").unwrap_or_default();
    stored.sort_by(|(_, a), (_, b)| saved_at(b).total_cmp(&saved_at(a)));
    let mut available = QUOTA;
    let mut deleted = Vec::new();
    for (key, value) in stored {
        available -= file(&value).map_or(0.0, |file| file.size());
        if available < 0.0 {
            database::delete(FILES, &key).await;
            deleted.push(key);
        }
    }
    deleted
}

/// Every stored file.
pub(super) async fn load_files() -> Files {
    let values = database::all(FILES).await;
    let files = values
        .into_iter()
        .filter_map(|(key, value)| Some((key, file(&value)?)));
    files.collect()
}

/// Deletes the files with these keys.
pub(super) async fn delete_files(keys: Vec<String>) {
    for key in keys {
        database::delete(FILES, &key).await;
    }
}

fn file(value: &JsValue) -> Option<File> {
    member(value, "file").dyn_into().ok()
}
