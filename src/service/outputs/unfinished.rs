//! Folders of outputs that are not complete. Nothing needs them: if copying fails, or the program is killed, their space is
//! free again at once, or at the next start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use data_folder::{sync_entries, sync_folder};

/// How the names of these folders end.
const SUFFIX: &str = ".part";

/// A folder for outputs that are not complete. It is removed when this is dropped.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// The one for the outputs that will be in a folder.
    pub(super) fn of(folder: &Path) -> Self {
        Self(unfinished(folder))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Makes it the folder of complete outputs, also after a power failure.
    pub(super) async fn finish(self, folder: &Path) -> io::Result<()> {
        sync_folder(&self.0).await?;
        let (from, to) = (self.0.clone(), folder.to_owned());
        let moved = tokio::task::spawn_blocking(move || {
            // From a copy that was complete before the service was killed.
            remove(&to)?;
            fs::rename(&from, &to)?;
            to.parent().map_or(Ok(()), sync_entries)
        });
        moved.await.map_err(io::Error::other)?
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Err(why) = remove(&self.0) {
            tracing::warn!("removing {}: {why}", self.0.display());
        }
    }
}

/// Where outputs are until they are complete and in this folder.
pub(super) fn unfinished(folder: &Path) -> PathBuf {
    let mut path = folder.as_os_str().to_owned();
    path.push(SUFFIX);
    path.into()
}

/// Removes every folder of outputs that are not complete from the folder of all outputs.
pub(crate) fn remove_unfinished(outputs: &Path) {
    for entry in fs::read_dir(outputs).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(SUFFIX) {
            drop(Unfinished(entry.path()));
        }
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_complete_outputs_stay() {
        let outputs = tempfile::tempdir().unwrap();
        let folder = outputs.path().join("a");
        let write = |unfinished: &Unfinished, text: &str| {
            fs::create_dir(unfinished.path()).unwrap();
            fs::write(unfinished.path().join("a.png"), text).unwrap();
        };
        let names = || fs::read_dir(outputs.path()).unwrap().count();
        let unfinished = Unfinished::of(&folder);
        write(&unfinished, "a half");
        drop(unfinished);
        assert_eq!(names(), 0);
        for text in ["first", "again"] {
            let unfinished = Unfinished::of(&folder);
            write(&unfinished, text);
            unfinished.finish(&folder).await.unwrap();
            assert_eq!(fs::read_to_string(folder.join("a.png")).unwrap(), text);
        }
        // As a killed program leaves it.
        let unfinished = Unfinished::of(&folder);
        write(&unfinished, "a half");
        std::mem::forget(unfinished);
        assert_eq!(names(), 2);
        remove_unfinished(outputs.path());
        assert_eq!(names(), 1);
    }
}
