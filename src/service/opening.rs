//! Opens the folders and the store of a service, and makes its parts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use api::secret_in;
use blobs::{Blobs, FolderBlobs};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use crate::auth::{
    ApiKeyHash, Auth, FirstKey, Keys, LimitsInMemory, LinkSigner, Links, RejectedKeys, RunTokens,
};
use crate::background::Background;
use crate::catalog::{CatalogError, KeptFiles, SharedCatalog, VersionRecords};
use crate::clock::Clock;
use crate::disk::Disk;
use crate::engines::{
    ClassCache, EngineAccess, EngineOptions, Engines, InstancePool, ObjectInfo, at_start,
    ensure_few,
};
use crate::monitoring::{Monitored, Monitoring};
use crate::operations::Parts;
use crate::options::Options;
use crate::outputs::{Outputs, PlainCopies};
use crate::retention::Retention;
use crate::run_events::{RunEvents, RunMoments, StreamLimits};
use crate::run_views::RunViews;
use crate::runs::{Removals, RunOptions, RunRules, Runs};
use crate::shares::{ShareTokens, Shares};
use crate::start_error::StartError;
use crate::trusted_time::TrustedTime;
use crate::uploads::Uploads;
use crate::webhooks::{DescribedRuns, WebhookOptions, Webhooks};
use comfy_client::EngineHeaders;
use data_folder::{DataFolder, DataFolderError, STORE_FILE};
use store::{FirstKeyRecord, KeyRecord, Store, StoreError};
use store_sqlite::{Completeness, SqliteStore};
use workflow::Keep;
use workflow::classes::NodeClasses;

/// A store that was opened.
struct OpenedStore {
    path: PathBuf,
    store: Arc<dyn Store>,
    completeness: Completeness,
}

impl OpenedStore {
    fn open(data: &Path) -> Result<Self, StartError> {
        let path = data.join(STORE_FILE);
        let store = SqliteStore::open(&path).map_err(|why| StartError::store(&path, &why))?;
        Ok(Self {
            completeness: store.completeness(),
            store: Arc::new(store),
            path,
        })
    }

    /// The time by which what is old is removed.
    async fn time(&self, clock: &Clock, is_right: bool) -> Result<Arc<TrustedTime>, StartError> {
        let time = TrustedTime::open(clock.clone(), is_right, self.store.clone()).await;
        Ok(Arc::new(time.map_err(|why| self.failed(why))?))
    }

    /// What the runs need from the start on.
    async fn run_options(
        &self,
        (rules, metadata, data): (RunRules, bool, DataFolder),
        uploads: Uploads,
        disk: &Arc<Disk>,
    ) -> Result<RunOptions, StartError> {
        let durations = self.store.durations().await;
        let node_times = self.store.node_times().await;
        Ok(RunOptions {
            rules,
            metadata,
            uploads,
            data,
            disk: disk.clone(),
            durations: durations.map_err(|why| self.failed(why))?,
            node_times: node_times.map_err(|why| self.failed(why))?,
            completeness: self.completeness.clone(),
            open_runs: self.store.clone(),
            stored_runs: self.store.clone(),
            withdrawals: self.store.clone(),
        })
    }

    /// The id of the last event so far.
    async fn last_event(&self) -> Result<i64, StartError> {
        let news = self.store.follow_events().await;
        news.map(|news| news.last).map_err(|why| self.failed(why))
    }

    fn failed(&self, why: StoreError) -> StartError {
        StartError::store(&self.path, &why)
    }
}

/// Opens the folders and the store of a service, and makes its parts.
pub(crate) async fn open(options: Options, background: Background) -> Result<Parts, StartError> {
    let credentials = credentials(&options)?;
    let data = &options.data;
    // First: on a full disk, the store may need the space of files that are not complete.
    let uploads = Uploads::new(Arc::new(kept_files(data, "uploads")?));
    let outputs: Arc<dyn Blobs> = Arc::new(kept_files(data, "outputs")?);
    let plain_copies = PlainCopies::new(outputs.clone(), kept_files(data, "plain")?);
    let opened = OpenedStore::open(data.path())?;
    let store = opened.store.clone();
    let clock = options.clock.clone();
    let time = opened.time(&clock, options.trust_clock).await?;
    let (auth, tokens) = opened_auth(&options, &opened).await?;
    let (engines, catalog) =
        opened_engines(&options, credentials, &opened, background.clone()).await?;
    let outputs = Arc::new(Outputs::new(outputs, plain_copies, store.clone()));
    let disk = Arc::new(Disk::new(options.disk, options.data.path().to_owned()));
    let started_with = (options.rules, options.metadata, options.data);
    let run_options = opened.run_options(started_with, uploads, &disk).await?;
    let used = (engines.clone(), outputs.clone(), catalog.clone());
    let runs = opened_runs(run_options, used, &auth.keys, &store, background);
    let used = (&runs, &outputs, &catalog);
    let retention = opened_retention(options.keep, disk, &time, used, &store);
    let run_views = RunViews::new(runs.clone(), engines.clone(), retention.clone());
    let stream_limits = StreamLimits::of(&options.limits);
    let run_events = opened_run_events(stream_limits, &runs, &engines, &store);
    let webhooks = opened_webhooks(options.webhooks, clock, &time, &auth, &run_views, &store)?;
    let monitored = Monitored {
        runs: runs.clone(),
        run_events: run_events.clone(),
        engines: engines.clone(),
        retention: retention.clone(),
        webhooks: webhooks.clone(),
        store: store.clone(),
    };
    Ok(Parts {
        monitoring: Arc::new(Monitoring::new(monitored, opened.last_event().await?)),
        shares: Arc::new(Shares::new(
            tokens,
            catalog.clone(),
            store.clone(),
            store.clone(),
        )),
        has_key_file: options.has_key_file,
        auth,
        catalog,
        engines,
        outputs,
        retention,
        run_events,
        run_views,
        runs,
        store,
        time,
        webhooks,
    })
}

/// The runs, with what their keys may use.
fn opened_runs(
    options: RunOptions,
    (engines, outputs, catalog): (Arc<Engines>, Arc<Outputs>, Arc<SharedCatalog>),
    keys: &Keys,
    store: &Arc<dyn Store>,
    background: Background,
) -> Arc<Runs> {
    let uploads = options.uploads.clone();
    let removals = Removals::new(store.clone(), outputs.clone(), uploads);
    let runs = Runs::new(options, engines, outputs, catalog, removals, background);
    for key in keys.list() {
        runs.waiting.set_terms(&key.name, &key.terms);
    }
    Arc::new(runs)
}

/// The limits of what is kept.
fn opened_retention(
    keep: Keep,
    disk: Arc<Disk>,
    time: &Arc<TrustedTime>,
    (runs, outputs, catalog): (&Arc<Runs>, &Arc<Outputs>, &Arc<SharedCatalog>),
    store: &Arc<dyn Store>,
) -> Arc<Retention> {
    Arc::new(Retention::new(
        keep,
        disk,
        time.clone(),
        runs.clone(),
        outputs.clone(),
        catalog.clone(),
        store.clone(),
    ))
}

/// The files in a subfolder of the data folder.
fn kept_files(data: &DataFolder, name: &str) -> Result<FolderBlobs, StartError> {
    let path = data.folder(name)?;
    let opened = FolderBlobs::open(path.clone());
    Ok(opened.map_err(|why| DataFolderError::NotWritable { path, why })?)
}

/// The streams of events, with a limit on how many are open.
fn opened_run_events(
    limits: StreamLimits,
    runs: &Arc<Runs>,
    engines: &Arc<Engines>,
    store: &Arc<dyn Store>,
) -> Arc<RunEvents> {
    let moments = RunMoments {
        runs: runs.clone(),
        engines: engines.clone(),
    };
    Arc::new(RunEvents::new(limits, moments, store.clone()))
}

/// The webhooks of the holders of keys.
fn opened_webhooks(
    options: WebhookOptions,
    clock: Clock,
    time: &Arc<TrustedTime>,
    auth: &Auth,
    runs: &RunViews,
    store: &Arc<dyn Store>,
) -> Result<Arc<Webhooks>, StartError> {
    let described = DescribedRuns::new(runs.clone(), auth.links.clone(), store.clone());
    let (time, keys) = (time.clone(), auth.keys.clone());
    let webhooks = Webhooks::new(
        options,
        clock,
        time,
        keys,
        described,
        (store.clone(), store.clone()),
    );
    let webhooks = webhooks.map_err(|why| StartError::Webhooks { why })?;
    Ok(Arc::new(webhooks))
}

/// The keys and what is signed for them.
async fn opened_auth(
    options: &Options,
    opened: &OpenedStore,
) -> Result<(Arc<Auth>, ShareTokens), StartError> {
    let failed = |why| opened.failed(why);
    let secret = opened.store.secret("links").await.map_err(failed)?;
    let share_secret = opened.store.secret("shares").await.map_err(failed)?;
    let first_key = secret_in(&options.key).map_err(|why| StartError::Key { why })?;
    let first_key = ApiKeyHash::of(first_key.as_bytes());
    let keys = opened.store.keys().await.map_err(failed)?;
    let is_it = |key: &&KeyRecord| key.hash == *first_key.bytes();
    if let Some(KeyRecord { name, .. }) = keys.iter().find(is_it) {
        return Err(StartError::NamedKey { name: name.clone() });
    }
    let kept = opened
        .store
        .first_key(&first_key.id())
        .await
        .map_err(failed)?;
    let kept = kept.unwrap_or_else(|| FirstKeyRecord {
        link_id: first_key.id(),
        earlier: None,
    });
    let tokens = ShareTokens::new(share_secret, kept.link_id.clone());
    let signer = Arc::new(LinkSigner::new(&secret));
    let keys = Arc::new(Keys::new(FirstKey::new(first_key, kept), keys));
    let auth = Auth {
        links: Links::new(signer.clone(), keys.clone(), options.public_url.clone()),
        signer,
        tokens: Arc::new(RunTokens::new(&secret)),
        keys,
        rejected_keys: RejectedKeys::new(options.limits.wrong_key_delay),
        limits: Box::new(LimitsInMemory::default()),
        reads: options.reads,
    };
    Ok((Arc::new(auth), tokens))
}

/// The engine instances, and the catalog of the workflows for them.
async fn opened_engines(
    options: &Options,
    credentials: EngineHeaders,
    opened: &OpenedStore,
    background: Background,
) -> Result<(Arc<Engines>, Arc<SharedCatalog>), StartError> {
    let versions = kept_files(&options.data, "versions")?;
    let class_cache = ClassCache::new(options.data.folder("classes")?);
    let access = EngineAccess {
        limits: options.engine_limits,
        networks: options.engine_networks.clone(),
    };
    let pool = opened_pool(options, &credentials, &access, opened, &class_cache).await?;
    let classes = Arc::new(pool.all_classes());
    let object_info = ObjectInfo::default();
    object_info.set(&classes);
    let catalog = Arc::new(opened_catalog(options, versions, opened, classes).await?);
    let engine_options = EngineOptions {
        credentials,
        access,
        care: options.engine_care,
        has_stand_ins: options.embedded_stand_in,
        search: options.engine_search.clone(),
        class_cache,
    };
    let engines = Engines::new(
        pool,
        engine_options,
        object_info,
        catalog.clone(),
        opened.store.clone(),
        opened.store.clone(),
        background,
    );
    Ok((Arc::new(engines), catalog))
}

/// The pool of the engine instances that are given and of those that were added while the service ran, with the classes
/// that are known of them.
async fn opened_pool(
    options: &Options,
    credentials: &EngineHeaders,
    access: &EngineAccess,
    opened: &OpenedStore,
    class_cache: &ClassCache,
) -> Result<InstancePool, StartError> {
    let kept = match options.embedded {
        true => Vec::new(),
        false => opened
            .store
            .engines()
            .await
            .map_err(|why| opened.failed(why))?,
    };
    ensure_few(options.engines.len()).map_err(|why| StartError::Engines { why })?;
    let engines = options.engines.clone();
    let instances = at_start(engines, &kept, credentials, access)
        .map_err(|why| StartError::EngineAddress { why })?;
    let pool = InstancePool::new(instances, options.embedded);
    pool.recall(class_cache);
    Ok(pool)
}

/// The catalog of the workflows in a folder, with their versions in another one.
async fn opened_catalog(
    options: &Options,
    versions: FolderBlobs,
    opened: &OpenedStore,
    classes: Arc<NodeClasses>,
) -> Result<SharedCatalog, StartError> {
    let path = versions.folder().to_owned();
    let copies = KeptFiles::new(Arc::new(versions), Handle::current());
    let folder = options.workflows.clone();
    let records = VersionRecords::new(opened.store.clone(), Handle::current());
    let keep = options.keep_versions;
    let opening = move || SharedCatalog::open(folder, (copies, keep), records, classes);
    let catalog = spawn_blocking(opening).await;
    let catalog = catalog.unwrap_or_else(|why| Err(why.into()));
    catalog.map_err(|why| match why {
        CatalogError::Store(why) => opened.failed(why),
        CatalogError::Copies(why) => StartError::Versions { path, why },
        why => StartError::Workflows {
            path: options.workflows.clone(),
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
