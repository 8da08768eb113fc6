//! Writes a folder's files through to the disk, so that a power failure loses nothing that was
//! acknowledged. Does not know what the files are.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Syncs the files of a folder, its list of files, and its entry in its parent. A folder that does not
/// exist has nothing to sync.
pub async fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = folder.to_owned();
    let task = tokio::task::spawn_blocking(move || sync_files(&folder));
    task.await.map_err(io::Error::other)?
}

fn sync_files(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            sync(File::options().write(true), &entry.path())?;
        }
    }
    sync_entries(folder)?;
    match folder.parent() {
        Some(parent) => sync_entries(parent),
        None => Ok(()),
    }
}

/// Syncs a folder's list of files. Blocks. Other systems than Unix cannot open a folder.
pub fn sync_entries(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        sync(File::options().read(true), folder)
    } else {
        Ok(())
    }
}

fn sync(options: &OpenOptions, path: &Path) -> io::Result<()> {
    options.open(path)?.sync_all()?;
    tracing::trace!("synced {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests;
