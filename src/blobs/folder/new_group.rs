//! The folder of a group that is not complete: `<group>.part`, with a folder for each writer. It is removed at once if
//! writing fails, and at the next start if the program is killed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use tokio::io::BufWriter;

use super::{blocking, is_plain};
use crate::name::{invalid, is_path};
use crate::{BlobWriter, NewGroup};

/// The suffix of the folders of unfinished groups.
pub(super) const SUFFIX: &str = ".part";

/// The number of bytes that are collected before they are written.
const BUFFER: usize = 64 << 10;

/// Numbers the writers: several may write a group with the same name.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A group that is being written.
#[derive(Debug)]
pub(super) struct NewFolder {
    /// Its folder until it is complete. Created with its first file.
    unfinished: PathBuf,
    /// Its folder after that.
    folder: PathBuf,
    /// Whether it has a file.
    is_begun: bool,
}

impl NewFolder {
    /// The group that will be in this folder.
    pub(super) fn of(folder: PathBuf) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
        Self {
            unfinished: unfinished(&folder).join(number),
            folder,
            is_begun: false,
        }
    }
}

#[async_trait]
impl NewGroup for NewFolder {
    async fn create(&mut self, path: &str) -> io::Result<BlobWriter> {
        if !is_path(path) || !is_plain(path) {
            return Err(invalid(path));
        }
        let (folder, path) = (self.unfinished.clone(), self.unfinished.join(path));
        let is_begun = self.is_begun;
        self.is_begun = true;
        let file = blocking(move || {
            // If the group was removed in the meantime, its first files are gone.
            if is_begun {
                fs::metadata(&folder)?;
            }
            if let Some(parent) = path.parent() {
                private_files::create_folder(parent)?;
            }
            // A dropped writer may still be writing to the earlier file.
            match fs::remove_file(&path) {
                Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
                _ => private_files::writing().create_new(true).open(path),
            }
        });
        let file = tokio::fs::File::from_std(file.await?);
        Ok(Box::new(BufWriter::with_capacity(BUFFER, file)))
    }

    async fn commit(self: Box<Self>) -> io::Result<()> {
        blocking(move || {
            if self.is_begun {
                sync_all(&self.unfinished)?;
            }
            remove(&self.folder)?;
            // A group without blobs has no folder.
            if self.is_begun {
                fs::rename(&self.unfinished, &self.folder)?;
            }
            self.folder.parent().map_or(Ok(()), sync_entries)
        })
        .await
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if !self.is_begun {
            return;
        }
        if let Err(why) = remove(&self.unfinished) {
            tracing::warn!("removing {}: {why}", self.unfinished.display());
        }
        // An error means that it does not exist, or has other writers.
        let _ = fs::remove_dir(unfinished(&self.folder));
    }
}

/// The folder of a group while it is written.
pub(super) fn unfinished(folder: &Path) -> PathBuf {
    let mut path = folder.as_os_str().to_owned();
    path.push(SUFFIX);
    path.into()
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
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => sync_all(&entry.path())?,
            false => sync(File::options().write(true), &entry.path())?,
        }
    }
    sync_entries(folder)
}

/// Writes a folder's list of files through to the disk. Only Unix can open a folder.
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
