use std::fs;
use std::sync::PoisonError;
use std::time::Duration;

use blobs::FolderBlobs;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::*;
use crate::catalog::source::SourceFile;
use store_sqlite::SqliteStore;

const READY: &str = r#"{"1":{"class_type":"InputText","inputs":{"name":"title"}},
    "2":{"class_type":"SaveText","inputs":{"text":["1",0],"filename_prefix":"t"}}}"#;

/// A catalog of one workflow, `a`, in folders of its own.
async fn opened() -> (tempfile::TempDir, SharedCatalog) {
    let data = tempfile::tempdir().unwrap();
    let folder = |name| {
        let path = data.path().join(name);
        fs::create_dir(&path).unwrap();
        path
    };
    let workflows = folder("workflows");
    let copies = FolderBlobs::open(data.path().join("versions")).unwrap();
    let copies = KeptFiles::new(Arc::new(copies), Handle::current());
    fs::write(workflows.join("a.json"), READY).unwrap();
    let store = Arc::new(SqliteStore::open(&data.path().join("runs.sqlite")).unwrap());
    let records = VersionRecords::new(store, Handle::current());
    let opening = || SharedCatalog::open(workflows, (copies, 100), records, Arc::default());
    let catalog = spawn_blocking(opening).await.unwrap();
    (data, catalog.unwrap())
}

async fn ids(catalog: &SharedCatalog) -> Vec<String> {
    let all = catalog.all().await;
    all.iter().map(|one| one.entry.id.clone()).collect()
}

#[tokio::test]
async fn a_file_that_was_there_before_the_request_is_seen() {
    let (data, catalog) = opened().await;
    for name in ["b", "c", "d"] {
        let path = data.path().join(format!("workflows/{name}.json"));
        fs::write(path, READY).unwrap();
        let found = catalog.find(&WorkflowId::of(name)).await.unwrap();
        assert_eq!(found.unwrap().runnable.version, 1);
    }
    fs::remove_file(data.path().join("workflows/c.json")).unwrap();
    assert_eq!(ids(&catalog).await, ["a", "b", "d"]);
    let others = catalog.find(&WorkflowId::of("c")).await.unwrap();
    assert_eq!(others.unwrap_err(), ["a", "b", "d"]);
}

/// The same, for requests without patience.
fn impatient(catalog: SharedCatalog) -> SharedCatalog {
    SharedCatalog {
        scans: Arc::new(Scans::new(Duration::from_millis(10))),
        ..catalog
    }
}

#[tokio::test]
#[expect(
    clippy::await_holding_lock,
    reason = "a scan holds it as long as a stalled network disk lets it wait"
)]
async fn a_folder_that_does_not_answer_stops_no_request() {
    let (data, catalog) = opened().await;
    let catalog = impatient(catalog);
    let core = catalog.catalog.clone();
    let stalled = core.folder.lock().unwrap_or_else(PoisonError::into_inner);
    fs::write(data.path().join("workflows/b.json"), READY).unwrap();
    assert_eq!(ids(&catalog).await, ["a"]);
    let found = catalog.find(&WorkflowId::of("a")).await.unwrap();
    assert_eq!(found.unwrap().runnable.version, 1);
    assert_eq!(catalog.versions("a").await.unwrap().len(), 1);
    let upload = data.path().join("upload");
    fs::write(&upload, READY).unwrap();
    let sent = SentFiles([("new.json".to_owned(), SourceFile::Path(upload))].into());
    let author = Author::caller("", std::net::Ipv4Addr::LOCALHOST.into());
    let catalog = Arc::new(catalog);
    let publishing = catalog.clone();
    let publishing = spawn_blocking(move || publishing.publish(&sent, "new", &author));
    let published = publishing.await.unwrap().unwrap();
    assert_eq!(published.unwrap().runnable.version, 1);
    assert_eq!(ids(&catalog).await, ["a", "new"]);
    drop(stalled);
    let seen = async {
        while ids(&catalog).await != ["a", "b", "new"] {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(60), seen).await.unwrap();
}
