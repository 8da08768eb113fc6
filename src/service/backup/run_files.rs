//! The files of one run, opened together: once they are open, the service may remove them.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path};

use crate::store::RunFiles;

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
    for name in &run.names {
        let path = format!("{}/{}/{name}", run.folder(), run.id);
        let is_safe = [&run.id, name].into_iter().all(|name| is_plain(name));
        match is_safe
            .then(|| regular_file(&data.join(&path)))
            .transpose()?
        {
            Some(Some(file)) => opened.files.push((path, file)),
            _ => opened.missing.push(path),
        }
    }
    Ok(opened)
}

/// Whether a name leads to no other folder.
pub(super) fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(only)), None) if only == name)
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
