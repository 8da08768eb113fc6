//! Files in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use comfy_files::FilePath;

use crate::NewUpload;

/// Files by their paths, and the number of uploads that are not complete.
#[derive(Clone, Default)]
pub(super) struct MemoryFiles {
    files: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    uploads: Arc<()>,
}

impl MemoryFiles {
    pub(super) fn open(&self, path: &FilePath) -> io::Result<Option<File>> {
        let files = self.files.lock().unwrap();
        let Some(bytes) = files.get(&key(path)) else {
            return Ok(None);
        };
        let mut file = tempfile::tempfile()?;
        file.write_all(bytes)?;
        file.rewind()?;
        Ok(Some(file))
    }

    pub(super) fn begin(&self) -> MemoryUpload {
        MemoryUpload {
            bytes: Vec::new(),
            files: self.clone(),
        }
    }

    /// The number of kept files.
    pub(super) fn count(&self) -> usize {
        self.files.lock().unwrap().len()
    }

    /// The number of uploads that are in progress.
    pub(super) fn uploads(&self) -> usize {
        Arc::strong_count(&self.uploads) - 1
    }
}

fn key(path: &FilePath) -> String {
    format!("{}/{}/{}", path.folder.name(), path.subfolder, path.name)
}

pub(super) struct MemoryUpload {
    bytes: Vec<u8>,
    files: MemoryFiles,
}

#[async_trait]
impl NewUpload for MemoryUpload {
    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.extend(bytes);
        Ok(())
    }

    async fn keep(self: Box<Self>, mut path: FilePath, overwrite: bool) -> io::Result<FilePath> {
        let mut files = self.files.files.lock().unwrap();
        if !overwrite && files.contains_key(&key(&path)) {
            path.name = format!("another {}", path.name);
        }
        files.insert(key(&path), self.bytes);
        Ok(path)
    }
}
