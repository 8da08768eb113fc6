use std::net::Ipv4Addr;
use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::routing::{get, post};
use blobs::FolderBlobs;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use super::*;
use crate::background::Background;
use crate::catalog::{KeptFiles, SharedCatalog, VersionRecords};
use crate::engines::{
    ClassCache, EngineOptions, InstancePool, ObjectInfo, engine_access::EngineAccess,
    engine_care::EngineCare, instance::RunChange,
};
use comfy_client::EngineHeaders;
use store::{AuditFilter, Hold, Store};
use store_sqlite::SqliteStore;

/// Notes which instances are cold.
#[derive(Default)]
struct Cold(Mutex<Vec<String>>);

#[async_trait]
impl InstanceObserver for Cold {
    fn run_started(self: Arc<Self>, _: Hold) {}
    fn run_ended(self: Arc<Self>, _: &Arc<Instance>, _: String) {}
    fn run_changed(self: Arc<Self>, _: &Arc<Instance>, _: String, _: RunChange) {}
    fn runs_are_unreadable(self: Arc<Self>, _: &Arc<Instance>, _: &str) {}
    fn instance_is_cold(&self, instance: &Instance) {
        self.0.lock().unwrap().push(instance.address.clone());
    }
    fn instance_was_removed(&self, _: &Instance) {}
}

/// The instances of a service with folders of its own, which frees them at once.
async fn engines(folder: &std::path::Path) -> Engines {
    let path = |name: &str| {
        let path = folder.join(name);
        std::fs::create_dir(&path).unwrap();
        path
    };
    let store = SqliteStore::open(&folder.join("runs.sqlite")).unwrap();
    let store: Arc<dyn Store> = Arc::new(store);
    let workflows = path("workflows");
    let records = VersionRecords::new(store.clone(), Handle::current());
    let copies = FolderBlobs::open(folder.join("versions")).unwrap();
    let copies = KeptFiles::new(Arc::new(copies), Handle::current());
    let opening = || SharedCatalog::open(workflows, (copies, 100), records, Arc::default());
    let catalog = spawn_blocking(opening).await.unwrap();
    let options = EngineOptions {
        credentials: EngineHeaders::default(),
        access: EngineAccess::default(),
        care: EngineCare {
            free_after: Some(Duration::ZERO),
            ..EngineCare::default()
        },
        has_stand_ins: false,
        search: None,
        class_cache: ClassCache::new(path("classes")),
    };
    let pool = InstancePool::new(Vec::new(), false);
    let (object_info, catalog) = (ObjectInfo::default(), Arc::new(catalog.unwrap()));
    Engines::new(
        pool,
        options,
        object_info,
        catalog,
        store.clone(),
        store,
        Background::default(),
    )
}

/// An online instance whose engine can free its memory.
async fn instance() -> Instance {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let queue = get(async || r#"{"queue_running": [], "queue_pending": []}"#);
    let routes = Router::new()
        .route("/queue", queue)
        .route("/free", post(async || ""));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Instance::with_classes(&address, workflow::classes::NodeClasses::default())
}

#[tokio::test]
async fn the_models_of_an_instance_that_was_freed_count_as_cold() {
    let folder = tempfile::tempdir().unwrap();
    let (engines, instance) = (engines(folder.path()).await, instance().await);
    let cold = Arc::new(Cold::default());
    let observer: Arc<dyn InstanceObserver> = cold.clone();
    for _ in 0..2 {
        free(&engines, &instance, &observer).await;
    }
    assert_eq!(*cold.0.lock().unwrap(), [instance.address.as_str()]);
    let lines = engines.audit.audit(AuditFilter::default()).await.unwrap();
    assert_eq!(lines.0, 1);
}
