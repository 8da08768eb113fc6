//! Folders for what may show how a damaged store came about, or help to repair it. Nothing in them is ever removed.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The beginning of their names in the data folder.
pub const NAME_START: &str = "damaged-";

/// Creates a new folder in the data folder.
pub fn folder(data: &Path) -> io::Result<PathBuf> {
    let paths = (1..10_000).map(|number| data.join(format!("{NAME_START}{number}")));
    let unused = paths.into_iter().find(|path| !path.exists());
    let path = unused.ok_or_else(|| io::Error::from(ErrorKind::AlreadyExists))?;
    private_files::create_folder(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_is_new() {
        let data = tempfile::tempdir().unwrap();
        let names = [(); 2].map(|()| folder(data.path()).unwrap());
        assert_eq!(
            names,
            ["damaged-1", "damaged-2"].map(|name| data.path().join(name))
        );
    }
}
