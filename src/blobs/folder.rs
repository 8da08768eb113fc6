//! Blobs in a folder of this machine, with a folder for each group. A group that is being written has a folder of its
//! own next to it, which is renamed when the group is complete.

mod new_group;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use async_trait::async_trait;
use tokio::io::AsyncReadExt;
use tokio::task::spawn_blocking;

use crate::name::{BlobName, invalid, is_group};
use crate::{BlobInfo, BlobReader, Blobs, ListedBlob, NewGroup};
use new_group::{NewFolder, SUFFIX, sync_entries};

/// Blobs in a folder. Only one program may have it open.
#[derive(Clone, Debug)]
pub struct FolderBlobs {
    folder: PathBuf,
    /// Whether groups were removed that could come back after a power failure.
    is_unsynced: Arc<AtomicBool>,
}

impl FolderBlobs {
    /// Opens a folder, and creates it if necessary. Removes groups that were not committed before the program ended.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn open(folder: PathBuf) -> io::Result<Self> {
        private_files::create_folder(&folder)?;
        new_group::remove_all(&folder);
        Ok(Self {
            folder,
            is_unsynced: Arc::default(),
        })
    }

    /// Where the blobs are, for messages to the person who runs the service.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes a group if it exists. Returns whether it is gone.
    fn is_gone(&self, group: &str) -> bool {
        // No blob can be in a group with an invalid name.
        let Some(folder) = self.folder_of(group) else {
            return true;
        };
        [new_group::unfinished(&folder), folder]
            .iter()
            .all(|folder| match fs::remove_dir_all(folder) {
                Ok(()) => {
                    self.is_unsynced.store(true, Ordering::Relaxed);
                    true
                }
                Err(why) if why.kind() == ErrorKind::NotFound => true,
                Err(why) => {
                    warn(folder, &why);
                    false
                }
            })
    }

    /// Writes removals through to the disk. Most runs have no uploads, so they do not wait.
    fn sync_removals(&self) -> io::Result<()> {
        if self.is_unsynced.swap(false, Ordering::Relaxed)
            && let Err(why) = sync_entries(&self.folder)
        {
            self.is_unsynced.store(true, Ordering::Relaxed);
            return Err(why);
        }
        Ok(())
    }

    /// The folder of a group; `None` if its name is invalid.
    fn folder_of(&self, group: &str) -> Option<PathBuf> {
        let is_own = is_group(group) && is_plain(group) && !group.ends_with(SUFFIX);
        is_own.then(|| self.folder.join(group))
    }

    /// Runs blocking work with the path of a blob. A blob does not exist if its name is not plain on this system.
    async fn with_file<T: Send + 'static>(
        &self,
        name: &BlobName,
        work: impl FnOnce(PathBuf) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let folder = self.folder_of(name.group());
        let folder = folder.filter(|_| is_plain(name.path()));
        let folder = folder.ok_or_else(no_such_file)?;
        let path = name.path().to_owned();
        blocking(move || work(regular_file(folder, &path)?)).await
    }
}

#[async_trait]
impl Blobs for FolderBlobs {
    fn begin(&self, group: &str) -> io::Result<Box<dyn NewGroup>> {
        let folder = self.folder_of(group).ok_or_else(|| invalid(group))?;
        Ok(Box::new(NewFolder::of(folder)))
    }

    async fn info(&self, name: &BlobName) -> io::Result<Option<BlobInfo>> {
        let info = self.with_file(name, |path| {
            let metadata = fs::metadata(path)?;
            // The clock may have been wrong, and HTTP has no earlier dates.
            let written = metadata.modified()?.max(SystemTime::UNIX_EPOCH);
            let size = metadata.len();
            Ok(BlobInfo { size, written })
        });
        match info.await {
            Err(why) if is_missing(&why) => Ok(None),
            info => info.map(Some),
        }
    }

    async fn read(&self, name: &BlobName, range: Range<u64>) -> io::Result<BlobReader> {
        let length = range.end.saturating_sub(range.start);
        let file = self.with_file(name, move |path| {
            let mut file = File::open(path)?;
            if range.start > 0 {
                file.seek(SeekFrom::Start(range.start))?;
            }
            Ok(file)
        });
        let file = tokio::fs::File::from_std(file.await.map_err(not_found)?);
        Ok(Box::new(file.take(length)))
    }

    async fn local(&self, name: &BlobName) -> io::Result<File> {
        self.with_file(name, File::open).await.map_err(not_found)
    }

    async fn list(&self, group: &str) -> io::Result<Vec<ListedBlob>> {
        let Some(folder) = self.folder_of(group) else {
            return Ok(Vec::new());
        };
        blocking(move || {
            let mut found = Vec::new();
            match add_files(&folder, "", &mut found) {
                Err(why) if is_missing(&why) => Ok(Vec::new()),
                added => added.map(|()| found),
            }
        })
        .await
    }

    async fn groups(&self) -> io::Result<Vec<String>> {
        let folder = self.folder.clone();
        blocking(move || {
            let mut groups = Vec::new();
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let name = entry.file_name().into_string();
                groups.extend(name.ok().filter(|name| {
                    let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                    is_folder && !name.ends_with(SUFFIX)
                }));
            }
            Ok(groups)
        })
        .await
    }

    async fn remove(&self, groups: &[String]) -> Vec<String> {
        let (blobs, mut groups) = (self.clone(), groups.to_vec());
        let removing = blocking(move || {
            groups.retain(|group| blobs.is_gone(group));
            blobs.sync_removals().map(|()| groups)
        });
        removing.await.unwrap_or_else(|why| {
            warn(&self.folder, &why);
            Vec::new()
        })
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}

/// Whether a path has only plain names on this system. Windows also separates names by `\`, and has drives.
fn is_plain(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    parts.all(|part| matches!(part, Component::Normal(_)))
}

/// The path of a regular file in a folder. Symbolic links are not followed, and other kinds of files are not opened:
/// opening a pipe would wait for its writer.
fn regular_file(mut path: PathBuf, name: &str) -> io::Result<PathBuf> {
    for part in name.split('/') {
        ensure(fs::symlink_metadata(&path)?.is_dir())?;
        path.push(part);
    }
    ensure(fs::symlink_metadata(&path)?.is_file())?;
    Ok(path)
}

fn ensure(is_right: bool) -> io::Result<()> {
    match is_right {
        true => Ok(()),
        false => Err(no_such_file()),
    }
}

fn no_such_file() -> io::Error {
    io::Error::new(ErrorKind::NotFound, "there is no such file")
}

/// Whether a file does not exist, rather than that it cannot be opened.
fn is_missing(why: &io::Error) -> bool {
    use ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    matches!(why.kind(), NotFound | NotADirectory | InvalidFilename)
}

fn not_found(why: io::Error) -> io::Error {
    match is_missing(&why) {
        true => no_such_file(),
        false => why,
    }
}

/// Adds the regular files in a folder and its subfolders. Their paths in the group begin with `prefix`.
fn add_files(folder: &Path, prefix: &str, found: &mut Vec<ListedBlob>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let (kind, path) = (entry.file_type()?, [prefix, &name].concat());
        if kind.is_dir() {
            add_files(&entry.path(), &[&path, "/"].concat(), found)?;
        } else if kind.is_file() {
            let size = entry.metadata()?.len();
            found.push(ListedBlob { path, size });
        }
    }
    Ok(())
}

fn warn(path: &Path, why: &io::Error) {
    tracing::warn!(
        "deleting files: {}: {why}; trying again later. Make the data folder writable",
        path.display()
    );
}

#[cfg(test)]
mod tests;
