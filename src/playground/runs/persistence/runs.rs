//! Loads, saves and deletes runs.

use std::cell::RefCell;
use std::collections::HashMap;

use super::files::{delete_files, load_files};
use super::js_object::number;
use super::pending_write::{self, PendingWrite};
use super::record_value::{from_value, to_value};
use crate::database::{self, RUNS, THUMBNAILS};
use crate::runs::record::RunRecord;
use crate::time::now;
use ui::spawn_local;

/// A new unique key.
pub(crate) fn new_id() -> String {
    let random = (js_sys::Math::random() * 1e9) as u32;
    let time = (now() as u64).to_string();
    [time.as_str(), "-", &random.to_string()].concat()
}

/// Every stored run.
pub(crate) async fn load_all() -> Vec<RunRecord> {
    for write in pending_write::all() {
        commit(write).await;
    }
    let files = load_files().await;
    let values = database::all(RUNS).await;
    let records = values.iter().map(|(_, value)| from_value(value, &files));
    records.collect()
}

/// The run stored under this key.
pub(crate) async fn load(id: &str) -> Option<RunRecord> {
    let value = database::get(RUNS, id).await?;
    Some(from_value(&value, &load_files().await))
}

/// Whether the run stored under this key was removed from the list.
pub(crate) async fn is_removed(id: &str) -> bool {
    let value = database::get(RUNS, id).await;
    value.is_some_and(|value| number(&value, "removed").is_some())
}

thread_local! {
    static WRITES: RefCell<Writes> = RefCell::default();
}

/// The latest values that are not written yet, by the keys of their runs. A run changes several times in a second, and a
/// batch has hundreds.
#[derive(Default)]
struct Writes {
    waiting: HashMap<String, PendingWrite>,
    is_writing: bool,
}

/// Saves a run, and calls `saved` with its key when other tabs can read it. It survives even if the page is closed before
/// the database has written it.
pub(crate) fn save(record: &RunRecord, saved: fn(&str)) {
    let write = PendingWrite::new(&record.id, to_value(record));
    let is_idle = WRITES.with_borrow_mut(|writes| {
        writes.waiting.insert(write.id.clone(), write);
        !std::mem::replace(&mut writes.is_writing, true)
    });
    if is_idle {
        spawn_local(write_all(saved));
    }
}

async fn write_all(saved: fn(&str)) {
    loop {
        let writes = WRITES.with_borrow_mut(|writes| {
            writes.is_writing = !writes.waiting.is_empty();
            std::mem::take(&mut writes.waiting)
        });
        if writes.is_empty() {
            return;
        }
        let entries = writes.values().map(|write| (&*write.id, &write.value));
        // One that cannot be stored would keep out the others.
        let is_written = database::put_all(RUNS, entries).await;
        for write in writes.into_values() {
            let id = write.id.clone();
            match is_written {
                true => write.finish(),
                false => commit(write).await,
            }
            saved(&id);
        }
    }
}

async fn commit(write: PendingWrite) {
    database::put(RUNS, &write.id, &write.value).await;
    write.finish();
}

/// Deletes a run, and these files.
pub(crate) async fn delete(id: &str, files: Vec<String>) {
    pending_write::remove(id);
    WRITES.with_borrow_mut(|writes| writes.waiting.remove(id));
    database::delete(RUNS, id).await;
    database::delete(THUMBNAILS, id).await;
    delete_files(files).await;
}
