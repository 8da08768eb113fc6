//! The state that all routes and background tasks of one service share.

use std::path::PathBuf;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::api_key::ApiKeyHash;
use super::catalog::{Catalog, DeployedWorkflow};
use super::data_folder::DataFolder;
use super::options::Options;
use super::placement::InstancePool;
use super::signed_links::LinkSigner;
use super::start_error::StartError;
use super::store::{Store, StoreError};
use crate::workflow::Problem;

/// The store's file in the data folder.
pub(crate) const STORE_FILE: &str = "flowdeck.sqlite";

/// The state that all routes and background tasks of one service share.
pub(crate) struct AppState {
    pub(crate) api_key: ApiKeyHash,
    pub(crate) catalog: Catalog,
    pub(crate) pool: InstancePool,
    pub(crate) store: Store,
    pub(crate) signer: LinkSigner,
    pub(crate) data: DataFolder,
    /// `<data>/uploads`: the files of runs that have not ended.
    pub(crate) uploads: PathBuf,
    /// `<data>/outputs`: the outputs of runs.
    pub(crate) outputs: PathBuf,
    pub(crate) site: PathBuf,
    /// The maximum size of a submission, in bytes.
    pub(crate) max_upload: usize,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl std::fmt::Debug for AppState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppState").finish_non_exhaustive()
    }
}

impl AppState {
    /// Everything that keeps a workflow from running now.
    pub(crate) fn problems(&self, deployed: &DeployedWorkflow) -> Vec<Problem> {
        let mut problems = deployed.entry.problems.clone();
        problems.extend(self.pool.class_problems(&deployed.workflow));
        problems
    }

    /// Opens the folders and the store.
    pub(crate) async fn open(options: Options) -> Result<Self, StartError> {
        let data = options.data;
        let (uploads, outputs) = (data.folder("uploads")?, data.folder("outputs")?);
        let path = data.path().join(STORE_FILE);
        let failed = |why: StoreError| StartError::Store {
            path: path.clone(),
            why: why.to_string(),
        };
        let store = Store::open(&path).map_err(failed)?;
        let secret = store.link_secret().await.map_err(failed)?;
        Ok(Self {
            api_key: ApiKeyHash::of(&options.key),
            catalog: Catalog::open(options.workflows)?,
            pool: InstancePool::new(&options.engines, options.queue_limit, options.embedded)?,
            store,
            signer: LinkSigner::new(secret),
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
