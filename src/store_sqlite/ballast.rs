//! A file that reserves disk space for changes that make room or stop something. On a full disk, the file is removed so
//! that they succeed. Does not know the changes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use data_folder::BALLAST_FILE;
use rand::TryRng;
use rand::rngs::SysRng;

/// Its size, in bytes: larger than SQLite's log grows before SQLite writes it from the start again.
const SIZE: u64 = 8 << 20;

/// It is written in parts of this size.
const CHUNK: usize = 1 << 20;

/// It is made only if this many times its size is free.
const SPARE: u64 = 4;

/// The file.
#[derive(Debug)]
pub(super) struct Ballast {
    folder: PathBuf,
    is_released: AtomicBool,
}

impl Ballast {
    /// The one in the folder of a store.
    pub(super) fn beside(store: &Path) -> Self {
        Self {
            folder: store.parent().unwrap_or(Path::new(".")).to_owned(),
            is_released: AtomicBool::new(false),
        }
    }

    /// Removes the file. Returns whether it existed.
    pub(super) fn release(&self) -> bool {
        let is_released = fs::remove_file(self.path()).is_ok();
        if is_released {
            self.is_released.store(true, Relaxed);
            tracing::warn!(
                "the disk of the data folder {} is full; used the space that is kept for cancelling and deleting",
                self.folder.display()
            );
        }
        is_released
    }

    /// Whether less space is free than a start needs.
    pub(super) fn is_needed(&self) -> bool {
        fs4::available_space(&self.folder).is_ok_and(|free| free < CHUNK as u64)
    }

    /// Makes the file, unless it exists or the disk has little free space. Blocks.
    pub(super) fn restore(&self) {
        if let Err(why) = self.make() {
            tracing::debug!("making {}: {why}", self.path().display());
            let _ = fs::remove_file(self.path());
        } else if self.path().exists() && self.is_released.swap(false, Relaxed) {
            tracing::info!("the data folder keeps space for cancelling and deleting again");
        }
    }

    fn make(&self) -> io::Result<()> {
        let path = self.path();
        if path.metadata().is_ok_and(|file| file.len() >= SIZE) {
            return Ok(());
        }
        if fs4::available_space(&self.folder)? < SPARE * SIZE {
            return Ok(());
        }
        let mut file = private_files::writing().create(true).open(&path)?;
        // Random bytes, which a file system cannot compress; the system's, so that an unoptimised program starts fast.
        let mut chunk = vec![0; CHUNK];
        SysRng.try_fill_bytes(&mut chunk)?;
        for _ in 0..SIZE / CHUNK as u64 {
            file.write_all(&chunk)?;
        }
        Ok(())
    }

    fn path(&self) -> PathBuf {
        self.folder.join(BALLAST_FILE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_space_is_given_back_once_and_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let ballast = Ballast::beside(&folder.path().join("store"));
        assert!(!ballast.release(), "there is none yet");
        for _ in 0..2 {
            ballast.restore();
            ballast.restore();
            let file = folder.path().join(BALLAST_FILE);
            assert_eq!(file.metadata().unwrap().len(), SIZE);
            assert!(ballast.release());
            assert!(!ballast.release());
        }
    }
}
