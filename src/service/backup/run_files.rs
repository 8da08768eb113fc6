//! The files of one run, opened together: once they are open, the service may remove them.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use store_sqlite::RunFiles;

/// The files of a run, and the names of those that are missing.
#[derive(Debug, Default)]
pub(super) struct OpenedFiles {
    /// By their paths in the data folder, with `/`.
    pub(super) files: Vec<(String, File)>,
    pub(super) missing: Vec<String>,
}

/// Opens the files of a run in a data folder. Links and what is not a file count as missing.
pub(super) fn open(data: &Path, run: &RunFiles) -> io::Result<OpenedFiles> {
    let mut opened = OpenedFiles::default();
    for (path, is_safe) in run.paths() {
        let file = is_safe
            .then(|| regular_file(&data.join(&path)))
            .transpose()?;
        match file.flatten() {
            Some(file) => opened.files.push((path, file)),
            None => opened.missing.push(path),
        }
    }
    Ok(opened)
}

/// A regular file; `None` if it is missing or something else.
pub(super) fn regular_file(path: &Path) -> io::Result<Option<File>> {
    let is_absent = |why: &io::Error| {
        matches!(
            why.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
        )
    };
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => return Ok(None),
        Err(why) if is_absent(&why) => return Ok(None),
        metadata => metadata?,
    };
    match File::open(path) {
        Err(why) if is_absent(&why) => Ok(None),
        file => file.map(Some),
    }
}
