//! A file store in memory, for tests and fuzzing, also those of other crates.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::file_store::FileStore;
use comfy_files::{FilePath, FilenamePrefix, Folder};

/// Files by folder and path.
#[derive(Default)]
pub struct MemoryStore {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl MemoryStore {
    /// Adds a file.
    pub fn put(&self, folder: Folder, name: &str, bytes: &[u8]) {
        let path = format!("{}//{name}", folder.name());
        self.files().insert(path, bytes.to_vec());
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(path: &FilePath) -> String {
    format!("{}/{}/{}", path.folder.name(), path.subfolder, path.name)
}

impl FileStore for MemoryStore {
    fn exists(&self, path: &FilePath) -> bool {
        self.files().contains_key(&key(path))
    }

    fn read(&self, path: &FilePath) -> io::Result<Vec<u8>> {
        self.files()
            .get(&key(path))
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn save(&self, prefix: &FilenamePrefix, extension: &str, bytes: &[u8]) -> io::Result<FilePath> {
        let mut files = self.files();
        let path = |number: u32| FilePath {
            folder: prefix.folder,
            subfolder: prefix.subfolder.clone(),
            name: format!("{}_{number:05}{extension}", prefix.stem),
        };
        let free = (1..).map(path).find(|path| !files.contains_key(&key(path)));
        let path = free.ok_or_else(|| io::Error::other("full"))?;
        files.insert(key(&path), bytes.to_vec());
        Ok(path)
    }

    fn input_files(&self) -> Vec<String> {
        let files = self.files();
        files
            .keys()
            .filter_map(|name| name.strip_prefix("input//").map(str::to_owned))
            .collect()
    }
}
