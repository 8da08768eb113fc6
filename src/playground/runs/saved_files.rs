//! The input files of runs. The browser stores each file once.

use super::dropped::Dropped;
use super::persistence;
use super::run_row::RunRow;
use ui::{StoredValue, spawn_local};

/// The keys of the files that are known to be stored.
#[derive(Clone, Copy)]
pub(super) struct SavedFiles(StoredValue<Vec<String>>);

impl SavedFiles {
    pub(super) fn new() -> Self {
        Self(StoredValue::new(Vec::new()))
    }

    /// Saves the input files of a run, and notes if others are dropped for them.
    pub(super) fn save(&self, row: RunRow, dropped: Dropped) {
        let inputs = row.record.with_untracked(|record| record.inputs.clone());
        let mut files: Vec<_> = inputs.into_iter().flat_map(|input| input.files).collect();
        self.0.update_value(|saved| {
            files.retain(|file| {
                let key = persistence::file_key(file);
                let is_new = !saved.contains(&key);
                if is_new {
                    saved.push(key);
                }
                is_new
            });
        });
        if files.is_empty() {
            return;
        }
        let saved = *self;
        spawn_local(async move {
            let deleted = persistence::save_files(files).await;
            if !deleted.is_empty() {
                dropped.note_files();
            }
            // A later run that uses one of them saves it again.
            saved.forget(&deleted);
        });
    }

    /// Forgets files that are no longer stored.
    pub(super) fn forget(&self, keys: &[String]) {
        let _ = self
            .0
            .try_update_value(|saved| saved.retain(|key| !keys.contains(key)));
    }
}
