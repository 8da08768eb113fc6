//! Files and folders that only their owner can open, from the moment they exist. Knows nothing about
//! their content. On systems without Unix modes, the system's defaults apply.

use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Whether this system has Unix modes.
pub const HAS_MODES: bool = cfg!(unix);

/// The mode of a file.
#[cfg(unix)]
const FILE: u32 = 0o600;

/// The mode of a folder.
#[cfg(unix)]
const FOLDER: u32 = 0o700;

/// Options to write a file. A file that they create is private.
pub fn writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options
}

/// Creates a file, or empties an existing one.
pub async fn create(path: &Path) -> io::Result<tokio::fs::File> {
    let mut options = writing();
    options.create(true).truncate(true);
    tokio::fs::OpenOptions::from(options).open(path).await
}

/// Creates a folder and its parents. Existing ones stay as they are.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
    builder.create(path)
}

/// What [`Tightening::add`] did.
#[derive(Debug, Default)]
pub struct Tightening {
    /// The number of files and folders that others could open before.
    pub changed: u64,
    /// The first one that could not be changed, and why.
    pub failed: Option<(PathBuf, io::Error)>,
}

impl Tightening {
    /// Makes a file or folder private, but not the content of a folder. Returns whether it is a folder.
    pub fn add(&mut self, path: &Path) -> bool {
        match fs::symlink_metadata(path).and_then(|metadata| self.tighten(path, &metadata)) {
            Ok(is_folder) => is_folder,
            Err(why) => {
                self.failed.get_or_insert((path.to_owned(), why));
                false
            }
        }
    }

    /// Makes a file, or a folder and everything below it, private. Never follows a symbolic link.
    pub fn add_all(&mut self, path: &Path) {
        // The folder first: from then on nobody else can replace what it contains.
        if !self.add(path) {
            return;
        }
        match fs::read_dir(path) {
            Ok(entries) => {
                for entry in entries.flatten() {
                    self.add_all(&entry.path());
                }
            }
            Err(why) => {
                self.failed.get_or_insert((path.to_owned(), why));
            }
        }
    }

    #[cfg(unix)]
    fn tighten(&mut self, path: &Path, metadata: &Metadata) -> io::Result<bool> {
        use std::os::unix::fs::PermissionsExt;

        let is_folder = metadata.is_dir();
        if !is_folder && !metadata.is_file() {
            return Ok(false);
        }
        let mut permissions = metadata.permissions();
        let mode = permissions.mode() & 0o7777;
        let private = mode & if is_folder { FOLDER } else { FILE };
        if mode != private {
            permissions.set_mode(private);
            fs::set_permissions(path, permissions)?;
            self.changed += 1;
        }
        Ok(is_folder)
    }

    #[cfg(not(unix))]
    fn tighten(&mut self, _path: &Path, _metadata: &Metadata) -> io::Result<bool> {
        Ok(false)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
