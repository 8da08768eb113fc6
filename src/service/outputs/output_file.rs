//! Finds an output file by its run and its name. Nothing outside the outputs folder is found, whatever
//! the names are.

use std::path::{Path, PathBuf};

use tokio::fs;
use uuid::Uuid;

use super::file_name::is_safe_name;

/// The regular file of this run and name below `outputs`. Symbolic links are not followed.
pub(crate) async fn output_file(outputs: &Path, run_id: &str, name: &str) -> Option<PathBuf> {
    if !is_run_id(run_id) || !is_safe_name(name) {
        return None;
    }
    let folder = outputs.join(run_id);
    let path = folder.join(name);
    let is_found = fs::symlink_metadata(&folder).await.ok()?.is_dir()
        && fs::symlink_metadata(&path).await.ok()?.is_file();
    is_found.then_some(path)
}

/// Whether this is the id of a run as the service makes them.
pub(super) fn is_run_id(text: &str) -> bool {
    Uuid::try_parse(text).is_ok_and(|id| id.to_string() == text)
}

#[cfg(test)]
mod tests;
