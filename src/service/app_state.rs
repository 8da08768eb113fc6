//! The state that all routes and background tasks of one service share.

use std::path::PathBuf;
use std::sync::Arc;

use axum::http::HeaderValue;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::api_key::{ApiKeyHash, secret_in};
use super::catalog::{CatalogError, DeployedWorkflow, SharedCatalog};
use super::class_cache::ClassCache;
use super::data_folder::{DataFolder, STORE_FILE};
use super::engine_client::{EngineHeaders, EngineLimits};
use super::engine_settings::ensure_few;
use super::kept_jobs::KeptJobs;
use super::keys::Keys;
use super::learned_classes::LearnedClasses;
use super::node_times::NodeTimes;
use super::object_info::ObjectInfo;
use super::options::{Options, RunRules};
use super::plain_copies::PlainCopies;
use super::pool::{self, InstancePool};
use super::queue_view::QueueView;
use super::rejected_keys::RejectedKeys;
use super::run_metadata::RunMetadata;
use super::share_tokens::ShareTokens;
use super::signed_links::LinkSigner;
use super::sqlite_store::SqliteStore;
use super::start_error::StartError;
use super::store::{Completeness, Store, StoreError};
use super::thumbnails::Thumbnails;
use super::waiting_runs::WaitingRuns;
use workflow::classes::NodeClasses;

/// The state that all routes and background tasks of one service share.
pub(crate) struct AppState {
    pub(crate) keys: Keys,
    pub(crate) catalog: SharedCatalog,
    pub(super) learned: LearnedClasses,
    pub(crate) pool: InstancePool,
    /// The credentials of engines without their own.
    pub(super) engine_credentials: EngineHeaders,
    pub(super) engine_limits: EngineLimits,
    pub(crate) object_info: ObjectInfo,
    pub(crate) queue_view: QueueView,
    pub(crate) waiting: WaitingRuns,
    pub(crate) kept_jobs: KeptJobs,
    pub(crate) node_times: NodeTimes,
    pub(crate) rules: RunRules,
    pub(crate) store: Arc<dyn Store>,
    /// Whether the store had every change when it was opened.
    pub(super) completeness: Completeness,
    pub(crate) signer: LinkSigner,
    pub(crate) share_tokens: ShareTokens,
    pub(crate) rejected_keys: RejectedKeys,
    pub(crate) public_url: Option<String>,
    pub(crate) trust_proxy: bool,
    pub(crate) allowed_origins: Vec<HeaderValue>,
    pub(crate) data: DataFolder,
    /// `<data>/uploads`: the files of runs that have not ended.
    pub(crate) uploads: PathBuf,
    /// `<data>/outputs`: the outputs of runs.
    pub(crate) outputs: PathBuf,
    pub(crate) thumbnails: Thumbnails,
    /// In `<data>/plain`: outputs without texts, for links that hide the inputs.
    pub(crate) plain_copies: PlainCopies,
    pub(crate) site: PathBuf,
    /// The maximum size of a submission, in bytes.
    pub(crate) max_upload: usize,
    /// Whether files that runs produce contain the run.
    pub(crate) metadata: bool,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl std::fmt::Debug for AppState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppState").finish_non_exhaustive()
    }
}

impl AppState {
    /// The metadata for the files of a workflow's runs; `None` if they are to have none.
    pub(crate) fn metadata_of(&self, deployed: &DeployedWorkflow) -> Option<RunMetadata> {
        let is_wanted = self.metadata && !deployed.workflow.about.omit_metadata;
        is_wanted.then(|| RunMetadata::of(deployed))
    }

    /// The signed link to an output file; absolute if the service knows its public address.
    pub(crate) fn link(&self, filename: &str) -> String {
        let public_url = self.public_url.as_deref().unwrap_or_default();
        [public_url, &self.signer.link(filename)].concat()
    }

    /// Opens the folders and the store.
    pub(crate) async fn open(options: Options) -> Result<Self, StartError> {
        let credentials = credentials(&options)?;
        let data = &options.data;
        let (uploads, outputs) = (data.folder("uploads")?, data.folder("outputs")?);
        let copies = data.folder("versions")?;
        let plain = data.folder("plain")?;
        let class_cache = ClassCache::new(data.folder("classes")?);
        let path = data.path().join(STORE_FILE);
        let failed = |why: StoreError| StartError::store(&path, &why);
        let store = SqliteStore::open(&path).map_err(failed)?;
        let completeness = store.completeness();
        let store: Arc<dyn Store> = Arc::new(store);
        let pool = opened_pool(&options, &credentials, &store, &class_cache, failed).await?;
        let classes = Arc::new(pool.all_classes());
        let object_info = ObjectInfo::default();
        object_info.set(&classes);
        let secret = store.secret("links").await.map_err(failed)?;
        let share_secret = store.secret("shares").await.map_err(failed)?;
        let first_key = secret_in(&options.key).map_err(|why| StartError::Key { why })?;
        let first_key = ApiKeyHash::of(first_key.as_bytes());
        let keys = store.keys().await.map_err(failed)?;
        let catalog = opened_catalog(options.workflows, copies, &store, classes, failed)?;
        let waiting = WaitingRuns::default();
        for key in &keys {
            waiting.set_share(&key.name, key.share);
        }
        Ok(Self {
            catalog,
            learned: LearnedClasses::new(class_cache),
            pool,
            engine_credentials: credentials,
            engine_limits: options.engine_limits,
            object_info,
            queue_view: QueueView::default(),
            waiting,
            kept_jobs: KeptJobs::default(),
            node_times: NodeTimes::of(store.node_times().await.map_err(failed)?),
            rules: options.rules,
            store,
            completeness,
            signer: LinkSigner::new(&secret, &first_key.id()),
            share_tokens: ShareTokens::new(share_secret, first_key.id()),
            keys: Keys::new(first_key, keys),
            rejected_keys: RejectedKeys::new(options.limits.wrong_key_delay),
            public_url: options.public_url,
            trust_proxy: options.trust_proxy,
            allowed_origins: options.allowed_origins,
            data: options.data,
            uploads,
            outputs,
            thumbnails: Thumbnails::default(),
            plain_copies: PlainCopies::new(plain),
            site: options.site,
            max_upload: options.max_upload,
            metadata: options.metadata,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        })
    }
}

/// The pool of the engine instances that are given and of those that were added while the service ran, with the classes
/// that are known of them.
async fn opened_pool(
    options: &Options,
    credentials: &EngineHeaders,
    store: &Arc<dyn Store>,
    class_cache: &ClassCache,
    failed: impl Fn(StoreError) -> StartError,
) -> Result<InstancePool, StartError> {
    let kept = match options.embedded {
        true => Vec::new(),
        false => store.engines().await.map_err(failed)?,
    };
    ensure_few(options.engines.len()).map_err(|why| StartError::Engines { why })?;
    let engines = options.engines.clone();
    let instances = pool::at_start(engines, &kept, credentials, options.engine_limits)
        .map_err(|why| StartError::EngineAddress { why })?;
    let pool = InstancePool::new(instances, options.embedded);
    pool.recall(class_cache);
    Ok(pool)
}

/// The catalog of the workflows in a folder, with their versions in another one.
fn opened_catalog(
    workflows: PathBuf,
    versions: PathBuf,
    store: &Arc<dyn Store>,
    classes: Arc<NodeClasses>,
    failed: impl Fn(StoreError) -> StartError,
) -> Result<SharedCatalog, StartError> {
    let (folder, copies) = (workflows.clone(), versions.clone());
    SharedCatalog::open(folder, copies, store.clone(), classes).map_err(|why| match why {
        CatalogError::Store(why) => failed(why),
        CatalogError::Copies(why) => StartError::Versions {
            path: versions,
            why,
        },
        why => StartError::Workflows {
            path: workflows,
            why: std::io::Error::other(why),
        },
    })
}

/// The credentials of engines without their own.
fn credentials(options: &Options) -> Result<EngineHeaders, StartError> {
    let mut credentials = EngineHeaders::default();
    if let Some(token) = &options.engine_token {
        let set = credentials.set_bearer(token);
        set.map_err(|_| StartError::EngineToken)?;
    }
    Ok(credentials)
}
