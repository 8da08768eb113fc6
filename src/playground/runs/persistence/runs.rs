//! Loads, saves and deletes runs.

use super::files::{delete_files, load_files};
use super::js_object::number;
use super::pending_write::{self, PendingWrite};
use super::record_value::{from_value, to_value};
use crate::database::{self, RUNS, THUMBNAILS};
use crate::runs::record::RunRecord;
use crate::time::now;

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

/// Saves a run. It survives even if the page is closed before the database has written it.
pub(crate) async fn save(record: RunRecord) {
    let value = to_value(&record);
    commit(PendingWrite::new(&record.id, value)).await;
}

async fn commit(write: PendingWrite) {
    database::put(RUNS, &write.id, &write.value).await;
    write.finish();
}

/// Deletes a run, and these files.
pub(crate) async fn delete(id: &str, files: Vec<String>) {
    pending_write::remove(id);
    database::delete(RUNS, id).await;
    database::delete(THUMBNAILS, id).await;
    delete_files(files).await;
}
