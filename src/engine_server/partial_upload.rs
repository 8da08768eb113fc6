//! A file during its upload. Knows nothing about forms.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use super::disk_store::DiskStore;
use comfy_files::FilePath;
use comfy_server::NewUpload;

/// A file in the folder of incomplete uploads.
pub(super) struct PartialUpload {
    file: File,
    partial: PartialFile,
    store: Arc<DiskStore>,
}

impl PartialUpload {
    /// Creates the file.
    pub(super) async fn begin(store: &Arc<DiskStore>) -> io::Result<Self> {
        let name = uuid::Uuid::new_v4().to_string();
        let partial = PartialFile(store.uploads().join(name));
        Ok(Self {
            file: private_files::create(&partial.0).await?,
            partial,
            store: Arc::clone(store),
        })
    }
}

#[async_trait]
impl NewUpload for PartialUpload {
    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes).await
    }

    async fn keep(self: Box<Self>, path: FilePath, overwrite: bool) -> io::Result<FilePath> {
        let Self {
            mut file,
            partial,
            store,
        } = *self;
        file.flush().await?;
        // Windows cannot move an open file.
        drop(file);
        let moving = move || store.adopt_upload(&partial.0, path, overwrite);
        tokio::task::spawn_blocking(moving).await?
    }
}

/// Removed unless the upload succeeds.
struct PartialFile(PathBuf);

impl Drop for PartialFile {
    fn drop(&mut self) {
        // Fails after a successful upload, because the file was moved.
        let _removed = std::fs::remove_file(&self.0);
    }
}
