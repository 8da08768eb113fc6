//! What the routes and the tasks of one service share.

use std::path::PathBuf;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::auth::KeyHash;
use super::catalog::Catalog;
use super::data::DataFolder;
use super::links::Signer;
use super::options::{Options, StartError};
use super::pool::Pool;
use super::store::Store;

/// What the routes and the tasks of one service share.
pub(crate) struct Shared {
    pub(crate) key: KeyHash,
    pub(crate) catalog: Catalog,
    pub(crate) pool: Pool,
    pub(crate) store: Store,
    pub(crate) signer: Signer,
    pub(crate) data: DataFolder,
    /// `<data>/uploads`: the files of runs that have not ended.
    pub(crate) uploads: PathBuf,
    /// `<data>/outputs`: what runs gave.
    pub(crate) outputs: PathBuf,
    pub(crate) site: PathBuf,
    /// The most bytes a submission may have.
    pub(crate) max_upload: usize,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl Shared {
    /// Opens the folders and the store.
    pub(crate) async fn open(options: Options) -> Result<Self, StartError> {
        let data = options.data;
        let (uploads, outputs) = (data.folder("uploads")?, data.folder("outputs")?);
        let path = data.path().join("flowdeck.sqlite");
        let store = Store::open(&path).map_err(|why| StartError::Store {
            path: path.clone(),
            why: why.to_string(),
        })?;
        let secret = store.secret().await.map_err(|why| StartError::Store {
            path,
            why: why.to_string(),
        })?;
        Ok(Self {
            key: KeyHash::of(&options.key),
            catalog: Catalog::open(options.workflows)?,
            pool: Pool::new(&options.engines, options.queue_limit)?,
            store,
            signer: Signer::new(secret),
            data,
            uploads,
            outputs,
            site: options.site,
            max_upload: options.max_upload,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        })
    }
}
