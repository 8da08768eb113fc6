use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use blobs::{Blobs, FolderBlobs};
use tempfile::TempDir;

use super::*;
use crate::outputs::PlainCopies;
use data_folder::STORE_FILE;
use store::{RunOutcome, RunRecord, Store};
use store_sqlite::SqliteStore;

/// The data folder of a service, opened.
struct Opened {
    data: PathBuf,
    store: Arc<dyn Store>,
    outputs: Arc<Outputs>,
    uploads: Uploads,
}

impl Opened {
    fn new(data: &TempDir) -> Self {
        let folder = |name: &str| FolderBlobs::open(data.path().join(name)).unwrap();
        let store = SqliteStore::open(&data.path().join(STORE_FILE)).unwrap();
        let store: Arc<dyn Store> = Arc::new(store);
        let outputs: Arc<dyn Blobs> = Arc::new(folder("outputs"));
        let plain = PlainCopies::new(outputs.clone(), folder("plain"));
        Self {
            data: data.path().to_owned(),
            outputs: Arc::new(Outputs::new(outputs, plain, store.clone())),
            uploads: Uploads::new(Arc::new(folder("uploads"))),
            store,
        }
    }

    /// Where the outputs of a run are.
    fn outputs_of(&self, id: &str) -> PathBuf {
        self.data.join("outputs").join(id)
    }

    fn removals(&self) -> Removals {
        let (outputs, uploads) = (self.outputs.clone(), self.uploads.clone());
        Removals::new(self.store.clone(), outputs, uploads)
    }

    /// A run that has ended, with two outputs and the rest of an upload.
    async fn run(&self) -> String {
        let id = uuid::Uuid::new_v4().to_string();
        self.store.insert(RunRecord::waiting(&id)).await.unwrap();
        for folder in [self.outputs_of(&id), self.data.join("uploads").join(&id)] {
            fs::create_dir(&folder).unwrap();
            for name in NAMES {
                fs::write(folder.join(name), name).unwrap();
            }
        }
        let outcome = RunOutcome::completed(NAMES.map(str::to_owned).to_vec(), 10);
        assert!(self.store.finish(&id, outcome).await.unwrap());
        id
    }

    /// Checks that there are exactly these runs, each with its files, and nothing else.
    async fn check(&self, ids: &[&String], moment: usize) {
        let names = |folder: &Path| -> BTreeSet<String> {
            let entries = fs::read_dir(folder).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name());
            names.map(|name| name.into_string().unwrap()).collect()
        };
        let expected: BTreeSet<String> = ids.iter().map(|id| (*id).clone()).collect();
        assert_eq!(
            names(&self.data.join("outputs")),
            expected,
            "moment {moment}"
        );
        assert_eq!(
            names(&self.data.join("uploads")),
            expected,
            "moment {moment}"
        );
        for id in ids {
            let run = self.store.run(id).await.unwrap().unwrap();
            let outputs: BTreeSet<String> = run.outputs.into_iter().collect();
            assert_eq!(names(&self.outputs_of(id)), outputs);
        }
        assert_eq!(self.store.removals().await.unwrap(), [""; 0]);
    }
}

const NAMES: [&str; 2] = ["a.png", "b.png"];

/// The number of moments at which the service is killed.
const MOMENTS: usize = 6;

/// Removes a run up to a moment. Returns whether it was to be gone by then.
async fn remove_until(moment: usize, data: &Opened, id: &str) -> bool {
    let ids = || vec![id.to_owned()];
    if moment > 0 {
        assert_eq!(
            data.store
                .begin_removals(ids(), author())
                .await
                .unwrap()
                .len(),
            1
        );
    }
    if moment > 1 {
        fs::remove_file(data.outputs_of(id).join(NAMES[0])).unwrap();
    }
    if moment > 2 {
        fs::remove_dir_all(data.outputs_of(id)).unwrap();
    }
    if moment > 3 {
        assert_eq!(data.removals().delete_files(&ids()).await, ids());
    }
    if moment > 4 {
        data.removals().finish(ids()).await.unwrap();
    }
    moment > 0
}

#[tokio::test]
async fn a_kill_at_any_moment_leaves_neither_runs_without_files_nor_files_without_runs() {
    for moment in 0..MOMENTS {
        let data = tempfile::tempdir().unwrap();
        let before = Opened::new(&data);
        let (kept, removed) = (before.run().await, before.run().await);
        let is_removed = remove_until(moment, &before, &removed).await;
        drop(before);
        let after = Opened::new(&data);
        after.removals().finish_all().await.unwrap();
        match is_removed {
            true => after.check(&[&kept], moment).await,
            false => after.check(&[&kept, &removed], moment).await,
        }
        // It is gone for every reader before the files are.
        assert_eq!(after.store.has_run(&removed).await.unwrap(), !is_removed);
    }
}

#[tokio::test]
async fn a_removal_does_not_end_while_outputs_are_written() {
    let data = tempfile::tempdir().unwrap();
    let opened = Opened::new(&data);
    let id = opened.run().await;
    let writing = opened.outputs.begin_writing(&id);
    opened
        .store
        .begin_removals(vec![id.clone()], author())
        .await
        .unwrap();
    opened.removals().finish_all().await.unwrap();
    assert!(!opened.outputs_of(&id).exists());
    assert_eq!(opened.store.removals().await.unwrap(), [id.as_str()]);
    // The writer continues, and does not know yet.
    fs::create_dir(opened.outputs_of(&id)).unwrap();
    drop(writing);
    opened.removals().finish_all().await.unwrap();
    opened.check(&[], 0).await;
}

#[tokio::test]
async fn a_run_that_has_not_ended_stays() {
    let data = tempfile::tempdir().unwrap();
    let opened = Opened::new(&data);
    opened.store.insert(RunRecord::waiting("a")).await.unwrap();
    let ids = vec!["a".to_owned(), "unknown".to_owned()];
    assert_eq!(
        opened.store.begin_removals(ids, author()).await.unwrap(),
        []
    );
    assert!(opened.store.has_run("a").await.unwrap());
}

#[cfg(unix)]
#[tokio::test]
async fn files_that_cannot_be_deleted_are_deleted_later() {
    use std::os::unix::fs::PermissionsExt;

    let data = tempfile::tempdir().unwrap();
    let opened = Opened::new(&data);
    let id = opened.run().await;
    let set_mode = |mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(opened.outputs_of(&id), mode).unwrap();
    };
    opened
        .store
        .begin_removals(vec![id.clone()], author())
        .await
        .unwrap();
    set_mode(0o500);
    opened.removals().finish_all().await.unwrap();
    // A superuser may delete everything.
    if opened.outputs_of(&id).exists() {
        assert_eq!(opened.store.removals().await.unwrap(), [id.as_str()]);
        assert_eq!(
            opened.store.unknown(vec![id.clone()]).await.unwrap(),
            [""; 0],
            "it is not reported as a run that was lost"
        );
        set_mode(0o700);
        opened.removals().finish_all().await.unwrap();
    }
    opened.check(&[], 0).await;
}

fn author() -> Author {
    Author::caller("", std::net::Ipv4Addr::LOCALHOST.into())
}
