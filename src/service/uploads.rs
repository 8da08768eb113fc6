//! The files that runs and workflows are submitted with, which are kept until a run has ended or a workflow is
//! deployed. Does not know where they came from.

use std::io;
use std::slice;
use std::sync::Arc;

use blobs::{BlobName, BlobWriter, Blobs, NewGroup};
use schema::SNIFFED;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

/// How many digits of its hash name a file at engines.
const HASH: usize = 32;

/// The uploads of one service.
#[derive(Clone, Debug)]
pub struct Uploads {
    /// A group for each run or workflow, with its id.
    pub(crate) blobs: Arc<dyn Blobs>,
}

impl Uploads {
    /// The uploads that are kept as these blobs.
    pub fn new(blobs: Arc<dyn Blobs>) -> Self {
        Self { blobs }
    }

    /// Begins the uploads with this id. Unless they are committed, they are removed.
    pub fn begin(&self, id: &str) -> NewUploads {
        NewUploads {
            blobs: self.blobs.clone(),
            id: id.to_owned(),
            group: None,
        }
    }

    /// Removes the uploads with this id, if there are any.
    pub(crate) async fn remove(&self, id: &str) {
        // What cannot be removed now is removed at the next start.
        self.blobs.remove(&[id.to_owned()]).await;
    }
}

/// The blob of an upload.
pub(crate) fn upload_name(id: &str, stored: &str) -> io::Result<BlobName> {
    BlobName::new(id, stored).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Uploads that are being received.
#[derive(Debug)]
pub struct NewUploads {
    blobs: Arc<dyn Blobs>,
    id: String,
    /// Begun with the first file: most runs have none.
    group: Option<Box<dyn NewGroup>>,
}

impl NewUploads {
    /// Their id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Where they are once they are committed.
    pub(crate) fn blobs(&self) -> &Arc<dyn Blobs> {
        &self.blobs
    }

    /// The group that they will be.
    pub(crate) fn group(&mut self) -> io::Result<&mut dyn NewGroup> {
        let group = match self.group.take() {
            Some(group) => group,
            None => self.blobs.begin(&self.id)?,
        };
        Ok(&mut **self.group.insert(group))
    }

    /// Begins to receive a file.
    pub async fn receive(&mut self, stored: &str) -> io::Result<ReceivedUpload> {
        Ok(ReceivedUpload {
            content: Content::default(),
            writer: Some(self.group()?.create(stored).await?),
        })
    }

    /// Keeps them, even after a power failure.
    pub(crate) async fn commit(&mut self) -> io::Result<()> {
        match self.group.take() {
            Some(group) => group.commit().await,
            None => Ok(()),
        }
    }

    /// Removes them, although they were committed.
    pub(crate) async fn remove(&self) {
        self.blobs.remove(slice::from_ref(&self.id)).await;
    }
}

/// A file while it is received.
pub struct ReceivedUpload {
    content: Content,
    /// `None` for a file that nobody needs.
    writer: Option<BlobWriter>,
}

/// What is known of a file's content.
#[derive(Debug, Default)]
pub struct Content {
    /// Its first bytes, which show its type.
    pub head: Vec<u8>,
    /// In bytes.
    pub size: u64,
    hasher: Sha256,
}

impl ReceivedUpload {
    /// Receives a file that is discarded.
    pub fn discarded() -> Self {
        Self {
            content: Content::default(),
            writer: None,
        }
    }

    /// How many bytes came.
    pub fn size(&self) -> u64 {
        self.content.size
    }

    /// Adds the next bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Content { head, size, hasher } = &mut self.content;
        let missing = SNIFFED.saturating_sub(head.len()).min(bytes.len());
        head.extend_from_slice(&bytes[..missing]);
        *size += bytes.len() as u64;
        match &mut self.writer {
            Some(writer) => {
                hasher.update(bytes);
                writer.write_all(bytes).await
            }
            None => Ok(()),
        }
    }

    /// The content, once all of it has come.
    pub async fn finish(mut self) -> io::Result<Content> {
        if let Some(writer) = &mut self.writer {
            writer.shutdown().await?;
        }
        Ok(self.content)
    }
}

impl Content {
    /// The name of the file at engines, with this extension: equal files have the same.
    pub fn name_at_engines(&self, extension: &str) -> String {
        let hash = hex::encode(self.hasher.clone().finalize());
        format!("{}.{extension}", &hash[..HASH])
    }
}

#[cfg(test)]
mod tests {
    use blobs::FolderBlobs;

    use super::*;

    async fn received(uploads: &mut NewUploads, text: &str) -> Content {
        let mut file = uploads.receive("0").await.unwrap();
        file.write(text.as_bytes()).await.unwrap();
        file.finish().await.unwrap()
    }

    #[tokio::test]
    async fn uploads_are_kept_once_they_are_committed() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::open(folder.path().to_owned()).unwrap();
        let uploads = Uploads::new(Arc::new(blobs));
        received(&mut uploads.begin("dropped"), "a").await;
        let mut kept = uploads.begin("kept");
        let content = received(&mut kept, "some text").await;
        kept.commit().await.unwrap();
        uploads.begin("none").commit().await.unwrap();
        assert_eq!(uploads.blobs.groups().await.unwrap(), ["kept"]);
        assert_eq!((content.size, &*content.head), (9, &b"some text"[..]));
        let name = content.name_at_engines("txt");
        assert_eq!(name, "b94f6f125c79e3a5ffaa826f584c10d5.txt");
        uploads.remove("kept").await;
        assert_eq!(uploads.blobs.groups().await.unwrap(), [""; 0]);
    }
}
