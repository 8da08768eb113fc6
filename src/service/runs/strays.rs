//! Files of runs that the store does not know. Uploads are left by submissions that were cut off, and are removed;
//! but if the store may have lost runs, they are evidence, and kept. Outputs are only reported.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

use blobs::{BlobName, Blobs, FolderBlobs};
use tokio::io::AsyncWriteExt;

use super::Runs;
use data_folder::{STORE_FILE, evidence};
use store::StoreError;
use store_sqlite::Completeness;

/// Removes the uploads of runs that have ended or were never accepted.
pub(crate) async fn clear_uploads(
    runs: &Runs,
    unfinished: &HashSet<String>,
) -> Result<(), StoreError> {
    let is_complete = runs.completeness == Completeness::Complete;
    let (mut strays, mut ended) = (Vec::new(), Vec::new());
    for id in runs.uploads.blobs.groups().await.unwrap_or_default() {
        match unfinished.contains(&id) {
            true => {}
            false if !is_complete && !is_known(runs, &id).await? => strays.push(id),
            false => ended.push(id),
        }
    }
    runs.uploads.blobs.remove(&ended).await;
    if !strays.is_empty() {
        put_away(runs, &strays).await;
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
async fn put_away(runs: &Runs, strays: &[String]) {
    let count = strays.len();
    match moved(runs, strays).await {
        Ok(folder) => tracing::warn!(
            "{count} folders of uploads belong to no run in the run store; they are kept in {}, because the store may \
             have lost their runs. Delete them if you do not need them",
            folder.display()
        ),
        Err(why) => tracing::warn!(
            "keeping {count} folders of uploads in {} that belong to no run in the run store: {why}; move them away, \
             because the next start may delete them",
            runs.data.path().join("uploads").display()
        ),
    }
}

async fn moved(runs: &Runs, strays: &[String]) -> io::Result<PathBuf> {
    let folder = match &runs.completeness {
        Completeness::Lost {
            kept_in: Some(folder),
        } => folder.clone(),
        _ => evidence::folder(runs.data.path())?,
    };
    let folder = folder.join("uploads");
    let evidence = FolderBlobs::open(folder.clone())?;
    for stray in strays {
        copy(&*runs.uploads.blobs, &evidence, stray).await?;
    }
    // Only now: what was copied stays if something else cannot be.
    runs.uploads.blobs.remove(strays).await;
    Ok(folder)
}

/// Copies a group to another place.
async fn copy(from: &dyn Blobs, to: &dyn Blobs, group: &str) -> io::Result<()> {
    let mut new = to.begin(group)?;
    for blob in from.list(group).await? {
        let Some(name) = BlobName::new(group, &blob.path) else {
            continue;
        };
        let mut reader = from.read(&name, 0..blob.size).await?;
        let mut writer = new.create(&blob.path).await?;
        tokio::io::copy(&mut reader, &mut writer).await?;
        writer.shutdown().await?;
    }
    new.commit().await
}

/// Reports outputs of runs that the store does not know: it may have lost them, or be that of another data folder.
pub(crate) async fn report_outputs(runs: &Runs) {
    let mut names = runs.outputs.blobs.groups().await.unwrap_or_default();
    names.retain(|name| uuid::Uuid::parse_str(name).is_ok());
    let unknown = match runs.stored_runs.unknown(names).await {
        Ok(unknown) => unknown,
        Err(why) => return tracing::warn!("looking for outputs without runs: {why}"),
    };
    let data = runs.data.path();
    if let Some(first) = unknown.first() {
        tracing::warn!(
            "{} folders in {} belong to no run in the run store, such as {first}: {} may have lost these runs, or be \
             from another data folder. Restore it from a backup, or move the folders away",
            unknown.len(),
            data.join("outputs").display(),
            data.join(STORE_FILE).display()
        );
    }
}
