//! The files that are compiled into the program, and how they are written to a folder. The build script lists them.

use std::fs;
use std::io;
use std::path::Path;

use embedded::{EmbeddedFile, EmbeddedFiles};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Writes files into a folder, which is created if necessary.
pub(crate) fn write(files: &EmbeddedFiles, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for file in files.files {
        let path = folder.join(file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, file.bytes()?)?;
    }
    Ok(())
}
