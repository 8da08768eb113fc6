//! Files that are written once and never changed, in any backend. Knows neither runs nor workflows.
//!
//! Blobs are kept in groups, such as the outputs of one run. The blobs of a group appear together when the group is
//! committed, and are removed together. Nothing requires a path, a rename or a modification time, so that a backend can
//! be an object store.
//!
//! The crates `object_store` and `opendal` were not used for this: they make single files visible, not groups, and
//! their folders have neither private modes nor the names that earlier data folders use.

#[cfg(any(test, feature = "contract"))]
pub mod contract;
mod folder;
mod name;

use std::fmt::Debug;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

pub use folder::FolderBlobs;
pub use name::BlobName;

/// The bytes of a blob.
pub type BlobReader = Box<dyn AsyncRead + Send + Sync + Unpin>;

/// Takes the bytes of a new blob. The blob is complete after `shutdown`; until then, bytes may be missing.
pub type BlobWriter = Box<dyn AsyncWrite + Send + Sync + Unpin>;

/// A place for blobs.
#[async_trait]
pub trait Blobs: Debug + Send + Sync {
    /// Begins a group, which is not visible before it is committed.
    ///
    /// # Errors
    /// When the name is invalid.
    fn begin(&self, group: &str) -> io::Result<Box<dyn NewGroup>>;

    /// The metadata of a blob; `None` if there is no blob with this name.
    async fn info(&self, name: &BlobName) -> io::Result<Option<BlobInfo>>;

    /// The bytes of a blob in this range, as far as the blob has them.
    ///
    /// # Errors
    /// `NotFound` if there is no such blob.
    async fn read(&self, name: &BlobName, range: Range<u64>) -> io::Result<BlobReader>;

    /// A blob as a file of this machine, for decoders that seek. The file stays readable after the blob is removed.
    ///
    /// # Errors
    /// `NotFound` if there is no such blob.
    async fn local(&self, name: &BlobName) -> io::Result<File>;

    /// The blobs of a group, in no order; none if there is no such group.
    async fn list(&self, group: &str) -> io::Result<Vec<ListedBlob>>;

    /// The names of all groups, in no order.
    async fn groups(&self) -> io::Result<Vec<String>>;

    /// Removes groups, including the written parts of groups that are not committed. Returns the groups that are gone,
    /// even after a power failure; a group that did not exist is gone. Does not interrupt readers.
    async fn remove(&self, groups: &[String]) -> Vec<String>;

    /// An address at which everybody can read a blob for this long, if the backend serves blobs itself.
    fn link(&self, name: &BlobName, valid_for: Duration) -> Option<String> {
        let _ = (name, valid_for);
        None
    }
}

/// A group that is being written. Dropping it leaves nothing behind.
#[async_trait]
pub trait NewGroup: Debug + Send + Sync {
    /// Begins a blob. One with the same path in this group is replaced.
    ///
    /// # Errors
    /// When the path is invalid, the blob cannot be written, or the group was removed in the meantime.
    async fn create(&mut self, path: &str) -> io::Result<BlobWriter>;

    /// Makes the group visible, even after a power failure. Replaces a group with the same name completely: a run that
    /// is settled twice has the outputs of the second time.
    ///
    /// # Errors
    /// When the group cannot be kept, or was removed in the meantime. It is not visible then.
    async fn commit(self: Box<Self>) -> io::Result<()>;
}

/// The metadata of a blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlobInfo {
    /// In bytes.
    pub size: u64,
    /// When it was written; not before 1970.
    pub written: SystemTime,
}

/// A blob of a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedBlob {
    /// Its path in the group.
    pub path: String,
    /// In bytes.
    pub size: u64,
}

/// Writes a blob whose bytes are known.
///
/// # Errors
/// Those of [`NewGroup::create`].
pub async fn write(group: &mut dyn NewGroup, path: &str, bytes: &[u8]) -> io::Result<()> {
    let mut writer = group.create(path).await?;
    writer.write_all(bytes).await?;
    writer.shutdown().await
}

/// The first bytes of a blob, at most this many.
///
/// # Errors
/// Those of [`Blobs::read`].
pub async fn start(blobs: &dyn Blobs, name: &BlobName, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut reader = blobs.read(name, 0..most).await?;
    reader.read_to_end(&mut bytes).await?;
    Ok(bytes)
}
