//! Files of runs that the store does not know. Uploads are left by submissions that were cut off, and are removed;
//! but if the store may have lost runs, they are evidence, and kept. Outputs are only reported.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Runs;
use data_folder::{STORE_FILE, evidence, uploads};
use store::StoreError;
use store_sqlite::Completeness;

/// Removes the uploads of runs that have ended or were never accepted.
pub(crate) async fn clear_uploads(
    runs: &Runs,
    unfinished: &HashSet<String>,
) -> Result<(), StoreError> {
    let is_complete = runs.completeness == Completeness::Complete;
    let mut strays = Vec::new();
    for folder in fs::read_dir(&runs.uploads).into_iter().flatten().flatten() {
        let (name, path) = (folder.file_name(), folder.path());
        match name.to_str() {
            Some(id) if unfinished.contains(id) => {}
            Some(id) if !is_complete && !is_known(runs, id).await? => strays.push(path),
            _ => uploads::remove(&path),
        }
    }
    if !strays.is_empty() {
        put_away(runs, &strays);
    }
    Ok(())
}

/// Whether the store has a run, also if its row is damaged.
async fn is_known(runs: &Runs, id: &str) -> Result<bool, StoreError> {
    match runs.stored_runs.run(id).await {
        Ok(run) => Ok(run.is_some()),
        Err(StoreError::Damaged { .. }) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Moves uploads of unknown runs to where nothing is removed.
fn put_away(runs: &Runs, strays: &[PathBuf]) {
    let count = strays.len();
    match moved(runs, strays) {
        Ok(folder) => tracing::warn!(
            "{count} folders of uploads belong to no run in the run store; they are kept in {}, because the store may \
             have lost their runs. Delete them if you do not need them",
            folder.display()
        ),
        Err(why) => tracing::warn!(
            "keeping {count} folders of uploads in {} that belong to no run in the run store: {why}; move them away, \
             because the next start may delete them",
            runs.uploads.display()
        ),
    }
}

fn moved(runs: &Runs, strays: &[PathBuf]) -> io::Result<PathBuf> {
    let folder = match &runs.completeness {
        Completeness::Lost {
            kept_in: Some(folder),
        } => folder.clone(),
        _ => evidence::folder(runs.data.path())?,
    };
    let folder = folder.join("uploads");
    private_files::create_folder(&folder)?;
    for stray in strays {
        fs::rename(stray, folder.join(stray.file_name().unwrap_or_default()))?;
    }
    Ok(folder)
}

/// Reports outputs of runs that the store does not know: it may have lost them, or be that of another data folder.
pub(crate) async fn report_outputs(runs: &Runs) {
    let outputs = runs.outputs.folder().to_owned();
    let names = tokio::task::spawn_blocking(move || run_folders(&outputs)).await;
    let unknown = match runs.stored_runs.unknown(names.unwrap_or_default()).await {
        Ok(unknown) => unknown,
        Err(why) => return tracing::warn!("looking for outputs without runs: {why}"),
    };
    if let Some(first) = unknown.first() {
        tracing::warn!(
            "{} folders in {} belong to no run in the run store, such as {first}: {} may have lost these runs, or be \
             from another data folder. Restore it from a backup, or move the folders away",
            unknown.len(),
            runs.outputs.folder().display(),
            runs.data.path().join(STORE_FILE).display()
        );
    }
}

/// The names of folders that are ids of runs.
fn run_folders(outputs: &Path) -> Vec<String> {
    let entries = fs::read_dir(outputs).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| uuid::Uuid::parse_str(name).is_ok())
        .collect()
}
