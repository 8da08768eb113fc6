//! Makes a data folder from a backup. Everything is read and checked before anything takes its place.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::error::RestoreError;
use super::extract::extract;
use data_folder::{DataFolder, STORE_FILE};
use store::StoreError;
use store_sqlite::StoreReader;

/// The subfolder in which a backup is checked. It is in the data folder, since that may be a disk of its own.
const UNCHECKED: &str = "restore.part";

/// What an empty folder may have: what an earlier attempt has left, and what a file system makes itself.
const EMPTY: [&str; 3] = ["lock", "lost+found", UNCHECKED];

/// Restores a backup to a folder that is new or empty. Returns how many runs it has. Blocks.
///
/// # Errors
/// When the folder has files or is in use, or the backup is not whole. Then the folder is as before: empty, or not there.
pub fn restore(backup: &Path, data: &Path) -> Result<u64, RestoreError> {
    let failed = |why| RestoreError::File {
        path: data.to_owned(),
        why,
    };
    if !is_empty(data).map_err(failed)? {
        return Err(RestoreError::NotEmpty(data.to_owned()));
    }
    // Before the folder is created, for the sake of a mistyped name.
    File::open(backup).map_err(|why| RestoreError::Unreadable {
        path: backup.to_owned(),
        why,
    })?;
    let is_new = !data.exists();
    let folder = DataFolder::open(data)?;
    let unchecked = folder.path().join(UNCHECKED);
    let restored = restore_through(backup, data, &unchecked);
    if restored.is_err() {
        let _ = fs::remove_dir_all(&unchecked);
        folder.abandon(is_new);
    }
    restored
}

fn restore_through(backup: &Path, data: &Path, unchecked: &Path) -> Result<u64, RestoreError> {
    let failed = |why| RestoreError::File {
        path: unchecked.to_owned(),
        why,
    };
    match fs::remove_dir_all(unchecked) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(failed(why)),
        _ => private_files::create_folder(unchecked).map_err(failed)?,
    }
    extract(backup, unchecked)?;
    let invalid = |why: String| RestoreError::Invalid {
        path: backup.to_owned(),
        why,
    };
    let store = unchecked.join(STORE_FILE);
    if !store.exists() {
        return Err(invalid(format!("it has no {STORE_FILE}")));
    }
    let runs = StoreReader::open(&store).and_then(|store| store.check());
    let runs = runs.map_err(|why| match why.into() {
        StoreError::Later => RestoreError::Later(backup.to_owned()),
        why => invalid(why.to_string()),
    })?;
    move_all(unchecked, data).map_err(failed)?;
    Ok(runs)
}

/// Moves what is in a folder to the one above, the store last: without it, a service would not take what was moved
/// before for its data.
fn move_all(unchecked: &Path, data: &Path) -> io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(unchecked)? {
        names.push(entry?.file_name());
    }
    names.sort_by_key(|name| name == STORE_FILE);
    for name in names {
        fs::rename(unchecked.join(&name), data.join(&name))?;
    }
    fs::remove_dir(unchecked)?;
    match cfg!(unix) {
        true => File::open(data)?.sync_all(),
        false => Ok(()),
    }
}

/// Whether a folder is missing or has nothing of its own.
fn is_empty(folder: &Path) -> io::Result<bool> {
    let entries = match fs::read_dir(folder) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(true),
        entries => entries?,
    };
    for entry in entries {
        let name = entry?.file_name();
        if !EMPTY.iter().any(|one| name == *one) {
            return Ok(false);
        }
    }
    Ok(true)
}
