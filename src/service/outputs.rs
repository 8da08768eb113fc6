//! The outputs of runs: listed from an engine's history, copied to where the service keeps them, and shown from there.

mod copy;
pub(crate) mod copy_cleaning;
mod file_name;
mod output_name;
mod plain_copies;
mod removal;
mod thumbnails;

use std::io;
use std::sync::Arc;

use blobs::{BlobInfo, BlobName, Blobs, NewGroup};
pub(crate) use copy::{CopyError, copy, download};
pub use output_name::output_name;
pub use plain_copies::{PlainCopies, PlainFile};
use thumbnails::Thumbnails;
pub use thumbnails::WIDTHS;
pub(crate) use thumbnails::is_reducible;

use crate::ids_in_use::IdsInUse;
use store::ShareStore;

/// The outputs of the runs of one service.
pub struct Outputs {
    /// A group for each run, with its id.
    pub blobs: Arc<dyn Blobs>,
    /// Smaller pictures of images, made when they are first asked for.
    pub thumbnails: Thumbnails,
    /// Outputs without texts, for links that hide the inputs.
    pub plain_copies: PlainCopies,
    /// The runs whose outputs are being written.
    writing: IdsInUse,
    /// Knows the links for which there are plain copies.
    store: Arc<dyn ShareStore>,
}

/// An output that is kept.
#[derive(Clone, Debug)]
pub struct FoundOutput {
    /// Its name among the outputs.
    pub name: BlobName,
    /// Its size and age.
    pub info: BlobInfo,
}

impl Outputs {
    /// The outputs that are kept as these blobs.
    pub(crate) fn new(
        blobs: Arc<dyn Blobs>,
        plain_copies: PlainCopies,
        store: Arc<dyn ShareStore>,
    ) -> Self {
        Self {
            thumbnails: Thumbnails::new(blobs.clone()),
            blobs,
            plain_copies,
            writing: IdsInUse::default(),
            store,
        }
    }

    /// Begins the outputs of a run. They are seen once they are all there.
    pub(crate) fn begin(&self, run_id: &str) -> io::Result<Box<dyn NewGroup>> {
        self.blobs.begin(run_id)
    }

    /// Finds an output; `None` if it is gone.
    pub async fn find(&self, run_id: &str, name: &str) -> Option<FoundOutput> {
        let name = output_name(run_id, name)?;
        match self.blobs.info(&name).await {
            Ok(info) => info.map(|info| FoundOutput { name, info }),
            Err(why) => {
                tracing::warn!("opening the output {run_id}/{}: {why}", name.path());
                None
            }
        }
    }

    /// The size of a run's outputs, in bytes.
    pub(crate) async fn bytes_of(&self, run_id: &str) -> io::Result<u64> {
        let outputs = self.blobs.list(run_id).await?;
        Ok(outputs.iter().map(|output| output.size).sum())
    }
}
