//! The folder of a group that is not complete. Nobody needs it: if writing fails, or the program is killed, its space
//! is free again at once, or at the next start.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use tokio::io::BufWriter;

use super::{blocking, is_plain};
use crate::name::{invalid, is_path};
use crate::{BlobWriter, NewGroup};

/// How the names of these folders end.
pub(super) const SUFFIX: &str = ".part";

/// How many bytes are collected before they are written.
const BUFFER: usize = 64 << 10;

/// Tells groups apart that are written under one name at the same time.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A group that is being written.
#[derive(Debug)]
pub(super) struct NewFolder {
    /// Where it is until it is complete. Created with its first file.
    unfinished: PathBuf,
    /// Where it is then.
    folder: PathBuf,
}

impl NewFolder {
    /// The group that will be in this folder.
    pub(super) fn of(folder: PathBuf) -> Self {
        let mut unfinished = folder.clone().into_os_string();
        unfinished.push(format!(".{}{SUFFIX}", NEXT.fetch_add(1, Ordering::Relaxed)));
        Self {
            unfinished: unfinished.into(),
            folder,
        }
    }
}

#[async_trait]
impl NewGroup for NewFolder {
    async fn create(&mut self, path: &str) -> io::Result<BlobWriter> {
        if !is_path(path) || !is_plain(path) {
            return Err(invalid(path));
        }
        let path = self.unfinished.join(path);
        let file = blocking(move || {
            if let Some(parent) = path.parent() {
                private_files::create_folder(parent)?;
            }
            let mut options = private_files::writing();
            options.create(true).truncate(true).open(path)
        });
        let file = tokio::fs::File::from_std(file.await?);
        Ok(Box::new(BufWriter::with_capacity(BUFFER, file)))
    }

    async fn commit(self: Box<Self>) -> io::Result<()> {
        blocking(move || {
            sync_all(&self.unfinished)?;
            remove(&self.folder)?;
            match fs::rename(&self.unfinished, &self.folder) {
                // A group without blobs has no folder.
                Err(why) if why.kind() == io::ErrorKind::NotFound => {}
                renamed => renamed?,
            }
            self.folder.parent().map_or(Ok(()), sync_entries)
        })
        .await
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if let Err(why) = remove(&self.unfinished) {
            tracing::warn!("removing {}: {why}", self.unfinished.display());
        }
    }
}

/// Removes every group that was not committed from the folder of all groups.
pub(super) fn remove_all(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(SUFFIX)
            && let Err(why) = remove(&entry.path())
        {
            tracing::warn!("removing {}: {why}", entry.path().display());
        }
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(()),
    }
}

/// Writes the files of a folder and its subfolders through to the disk, and the lists of its files.
fn sync_all(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => sync_all(&entry.path())?,
            false => sync(File::options().write(true), &entry.path())?,
        }
    }
    sync_entries(folder)
}

/// Writes a folder's list of files through to the disk. Other systems than Unix cannot open a folder.
pub(super) fn sync_entries(folder: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => sync(File::options().read(true), folder),
        false => Ok(()),
    }
}

fn sync(options: &OpenOptions, path: &Path) -> io::Result<()> {
    options.open(path)?.sync_all()?;
    tracing::trace!("synced {}", path.display());
    Ok(())
}
