//! Deletes what the service keeps of the outputs of runs that are removed. Does not know why they are.

use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::Outputs;
use super::output_file::is_run_id;
use super::unfinished::unfinished;
use crate::ids_in_use::InUse;
use data_folder::sync_entries;

impl Outputs {
    /// Says that the outputs of a run are being written. Its removal does not end before that.
    pub(crate) fn begin_writing(&self, run_id: &str) -> InUse {
        self.writing.begin(run_id)
    }

    /// Whether the outputs of a run are being written.
    pub(crate) fn is_writing(&self, run_id: &str) -> bool {
        self.writing.contains(run_id)
    }

    /// Deletes the outputs of these runs, and what was made of them. A download that has begun is finished. Returns the
    /// runs whose files are all gone, even after a power failure.
    pub(crate) async fn remove(&self, run_ids: &[String]) -> Vec<String> {
        let removed = remove_folders(&self.folder, run_ids).await;
        // After the files, so that nothing is made of them again.
        let folders: HashSet<PathBuf> = run_ids.iter().map(|id| self.folder_of(id)).collect();
        self.thumbnails.forget(&folders);
        let ids = run_ids.iter().cloned().collect();
        self.plain_copies.remove(ids).await;
        removed
    }
}

/// Deletes the folders of these runs in a folder. Returns the runs that have none any more, also after a power failure.
pub(crate) async fn remove_folders(parent: &Path, run_ids: &[String]) -> Vec<String> {
    let (parent, run_ids) = (parent.to_owned(), run_ids.to_vec());
    let removing = tokio::task::spawn_blocking(move || removed_from(&parent, run_ids));
    removing.await.unwrap_or_default()
}

fn removed_from(parent: &Path, mut run_ids: Vec<String>) -> Vec<String> {
    // Another name, in a damaged store, could lead out of the folder; no run has files under it.
    run_ids.retain(|id| !is_run_id(id) || removed_with_unfinished(&parent.join(id)));
    match sync_entries(parent) {
        Ok(()) => run_ids,
        Err(why) => {
            warn(parent, &why);
            Vec::new()
        }
    }
}

fn removed_with_unfinished(folder: &Path) -> bool {
    removed(&unfinished(folder)) && removed(folder)
}

/// Deletes a folder. Returns whether it is gone.
fn removed(folder: &Path) -> bool {
    match fs::remove_dir_all(folder) {
        Err(why) if why.kind() != ErrorKind::NotFound => {
            warn(folder, &why);
            false
        }
        _ => true,
    }
}

fn warn(path: &Path, why: &io::Error) {
    tracing::warn!(
        "deleting the files of removed runs: {}: {why}; trying again later. Make the data folder writable",
        path.display()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_folders_of_these_runs_are_deleted() {
        let data = tempfile::tempdir().unwrap();
        let outputs = data.path().join("outputs");
        let ids = [(); 3].map(|()| uuid::Uuid::new_v4().to_string());
        for id in &ids[..2] {
            fs::create_dir_all(outputs.join(id)).unwrap();
            fs::write(outputs.join(id).join("a.png"), "a").unwrap();
        }
        let hostile = ["..", ".", "", "/", "../outputs"].map(str::to_owned);
        let asked: Vec<String> = [&ids[1..], &hostile].concat();
        assert_eq!(remove_folders(&outputs, &asked).await, asked);
        assert!(outputs.join(&ids[0]).join("a.png").exists());
        assert!(!outputs.join(&ids[1]).exists());
        // What cannot be deleted is not reported as gone.
        assert!(
            remove_folders(&data.path().join("none"), &ids)
                .await
                .is_empty()
        );
    }
}
