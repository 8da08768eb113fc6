//! The parts of a service that move runs, in front of a fake engine. Nothing else uses its store.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::fake_engine::FakeEngine;
use super::options::options;
use crate::background::Background;
use crate::catalog::WorkflowId;
use crate::engines::Instance;
use crate::form::{FileReference, Form, FormFile, FormValue, Upload};
use crate::operations::{Operations, Parts};
use crate::options::Options;
use crate::runs::{RunRules, Submission, SubmitError, Terms, dispatch, lost, recovery};
use crate::{install_tls, opening};
use comfy_client::EngineLimits;
use data_folder::STORE_FILE;
use run_core::StoredFile;
use store_sqlite::Faults;

/// How long anything may take.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The workflow of every run: an image, and a preview of it.
const WORKFLOW: &str = r#"{
    "1": { "class_type": "EmptyImage", "inputs": {} },
    "8": { "class_type": "PreviewImage", "inputs": { "images": ["1", 0] } },
    "9": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "a" } }
}"#;

/// The same of an image that is sent.
const WITH_FILE: &str = r#"{
    "1": { "class_type": "InputImage", "inputs": { "name": "photo" } },
    "9": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "a" } }
}"#;

/// A service without routes.
pub(crate) struct World {
    folder: TempDir,
    /// A connection of its own to the store.
    pub(super) database: Connection,
    background: Background,
    pub(crate) operations: Operations,
    pub(crate) parts: Parts,
    pub(crate) engine: FakeEngine,
}

/// How a run is stored.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) status: String,
    pub(crate) attempts: usize,
    /// How often an event says that it is running.
    pub(crate) starts: usize,
}

impl World {
    /// The first key.
    pub(crate) const KEY: &str = "open-sesame-42";

    pub(crate) async fn start(rules: RunRules) -> Self {
        install_tls();
        let engine = FakeEngine::start().await;
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("workflows")).unwrap();
        fs::write(folder.path().join("workflows/w.json"), WORKFLOW).unwrap();
        fs::write(folder.path().join("workflows/file.json"), WITH_FILE).unwrap();
        let background = Background::default();
        let addresses = [engine.address.clone()];
        let options = quick(options(folder.path(), Self::KEY, &addresses), rules);
        let parts = opening::open(options, background.clone()).await.unwrap();
        recovery::recover_runs(&parts.runs, &*parts.store)
            .await
            .unwrap();
        for instance in parts.engines.pool.instances().iter() {
            parts.engines.follow(instance, &parts.observer());
        }
        background.spawn(dispatch::dispatch(parts.runs.clone()));
        background.spawn(lost::watch(parts.runs.clone()));
        let world = Self {
            database: Connection::open(folder.path().join("data").join(STORE_FILE)).unwrap(),
            folder,
            background,
            operations: Operations::new(&parts),
            parts,
            engine,
        };
        let is_online = || world.instance().availability.is_online();
        eventually("the engine is online", is_online).await;
        world
    }

    pub(crate) fn instance(&self) -> Arc<Instance> {
        self.parts.engines.pool.instances()[0].clone()
    }

    pub(crate) fn faults(&self) -> Arc<Faults> {
        Faults::of_store(&self.folder.path().join("data").join(STORE_FILE))
    }

    /// Submits a run. Returns its id if it is accepted.
    pub(crate) async fn submit(&self) -> Result<String, SubmitError> {
        let submission = Submission::new(&self.parts.runs, Terms::default());
        self.start_run(submission, "w", Form::default()).await
    }

    /// The same of a run with a file that the engine does not have.
    pub(crate) async fn submit_file(&self) -> Result<String, SubmitError> {
        let mut submission = Submission::new(&self.parts.runs, Terms::default());
        let mut file = submission.uploads().receive("0").await.unwrap();
        file.write(b"an image").await.unwrap();
        let size = file.finish().await.unwrap().size;
        let content_type = "image/png".to_owned();
        let stored = StoredFile {
            stored: "0".to_owned(),
            sent_as: format!("{}.png", uuid::Uuid::new_v4().simple()),
            content_type: content_type.clone(),
            size,
        };
        let upload = Upload {
            content_type,
            size,
            sniffed: Some("image/png"),
            stored: Some(stored),
        };
        let mut form = Form::default();
        let file = FormFile {
            name: "a.png".to_owned(),
            reference: FileReference::Upload(upload),
        };
        form.push("photo".to_owned(), FormValue::File(file));
        self.start_run(submission, "file", form).await
    }

    async fn start_run(
        &self,
        submission: Submission,
        workflow: &str,
        form: Form,
    ) -> Result<String, SubmitError> {
        let id = WorkflowId::of(workflow);
        let deployed = self.parts.catalog.find(&id).await.unwrap().unwrap();
        let started = submission.start(self.parts.runs.clone(), deployed, form);
        Ok(started.await?.entry.run_id)
    }

    /// How a run is stored, if it is.
    pub(crate) fn stored(&self, id: &str) -> Option<Stored> {
        let starts = "(SELECT count(*) FROM run_events WHERE run_id = ?1 AND status = 'running' AND kind = 'state')";
        let sql = format!("SELECT status, attempts, {starts} FROM runs WHERE id = ?1");
        let mut read = self.database.prepare_cached(&sql).unwrap();
        let stored = read.query_row([id], |row| {
            Ok(Stored {
                status: row.get(0)?,
                attempts: row.get::<_, u32>(1)? as usize,
                starts: row.get::<_, u32>(2)? as usize,
            })
        });
        stored.optional().unwrap()
    }

    /// Waits until a run has ended and nothing of it is left at the instance.
    pub(crate) async fn end_of(&self, id: &str, what: &str) -> Stored {
        let is_open = |run: Stored| ["pending", "running"].contains(&&*run.status);
        let is_over = || self.is_idle() && self.stored(id).is_some_and(|run| !is_open(run));
        eventually(&format!("{what}: the run ends"), is_over).await;
        self.stored(id).unwrap()
    }

    /// Whether no run waits or has a place, and none is at the instance.
    pub(crate) fn is_idle(&self) -> bool {
        let waiting = &self.parts.runs.waiting;
        waiting.count() == 0
            && waiting.places().is_empty()
            && self.instance().tasks.runs().count() == 0
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.background.end();
    }
}

/// Waits until something is true.
pub(crate) async fn eventually(what: &str, is_true: impl Fn() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !is_true() {
        assert!(Instant::now() < deadline, "timed out: {what}");
        sleep(Duration::from_millis(2)).await;
    }
}

fn quick(options: Options, rules: RunRules) -> Options {
    Options {
        engine_limits: EngineLimits {
            busy_interval: Duration::from_millis(10),
            shortest_interval: Duration::from_millis(2),
            run_interval: Duration::from_millis(20),
            retry_delays: (Duration::from_millis(5), Duration::from_millis(20)),
            ..EngineLimits::default()
        },
        metadata: false,
        rules,
        ..options
    }
}
