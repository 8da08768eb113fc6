//! `flowdeck runs`: whose runs there are and which engine instance has them, and how they are cancelled.

use std::path::Path;

use reqwest::Client;
use serde_json::Value;
use tempfile::TempDir;

use super::program::{Program, flowdeck, folder};
use crate::common::eventually;
use crate::common::fake_engine::FakeEngine;

const KEY: &str = "se cret/1";

/// A running program in front of an engine that finishes nothing and takes one run at a time.
struct Setup {
    folder: TempDir,
    _program: Program,
    url: String,
    engine: FakeEngine,
    /// A key named `ann`.
    ann: String,
}

impl Setup {
    async fn start() -> Self {
        let folder = folder();
        let engine = FakeEngine::start().await;
        engine.hold();
        let options = ["--engine", engine.address.as_str(), "--depth", "1"];
        let mut program = Program::start(folder.path(), "127.0.0.1:0", &options);
        let url = program.link().trim_end_matches('/').to_owned();
        let arguments = ["keys", "new", "ann", "--url", &url];
        let (_, text) = flowdeck(folder.path(), &arguments, Some(KEY)).await;
        let ann = text.lines().next().unwrap().to_owned();
        Self {
            folder,
            _program: program,
            url,
            engine,
            ann,
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs `flowdeck runs` with a key.
    async fn runs(&self, key: &str, arguments: &[&str]) -> (bool, String) {
        let arguments = [&["runs"], arguments, &["--url", &self.url]].concat();
        flowdeck(self.path(), &arguments, Some(key)).await
    }

    /// The rows of `flowdeck runs list` for the first key, without ids and times.
    async fn rows(&self, filter: &[&str]) -> Vec<Vec<String>> {
        let (succeeded, text) = self.runs(KEY, &[&["list"], filter].concat()).await;
        assert!(succeeded, "{text}");
        let rows = text.lines().filter(|line| line.contains(" UTC "));
        let cells = rows.map(|row| row.split("  ").filter(|cell| !cell.is_empty()));
        cells
            .map(|cells| cells.skip(2).map(|cell| cell.trim().to_owned()).collect())
            .collect()
    }

    /// Submits a run with a key. Returns its id.
    async fn submit(&self, key: &str) -> String {
        let client = Client::builder().no_proxy().build().unwrap();
        let request = client
            .post(format!("{}/api/v1/runs?workflow_id=short", self.url))
            .header("X-API-KEY", key);
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        answer["data"][0]["run_id"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    /// Submits a run of the first key that its engine executes, and one of ann's that waits.
    async fn submit_both(&self) -> (String, String) {
        let first = self.submit(KEY).await;
        let runs = async || (self.rows(&["--state", "running"]).await.len() == 1).then_some(());
        eventually("the engine executes the first run", runs).await;
        (first, self.submit(&self.ann).await)
    }
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

#[tokio::test]
async fn the_list_shows_whose_runs_there_are_and_where() {
    let setup = Setup::start().await;
    let (_, text) = setup.runs(KEY, &["list"]).await;
    assert_eq!(text, "there are no such runs\n");
    let (first, of_ann) = setup.submit_both().await;
    let engine = setup.engine.address.as_str();
    let waiting = row(&["pending", "short@v1", "ann"]);
    let running = row(&["running", "short@v1", "first key", engine]);
    assert_eq!(setup.rows(&[]).await, [waiting.clone(), running.clone()]);
    for filter in [["--owner", "ann"], ["--state", "pending"], ["--limit", "1"]] {
        assert_eq!(
            setup.rows(&filter).await,
            std::slice::from_ref(&waiting),
            "{filter:?}"
        );
    }
    let with_slash = format!("{engine}/");
    for filter in [["--owner", "first key"], ["--engine", with_slash.as_str()]] {
        assert_eq!(
            setup.rows(&filter).await,
            std::slice::from_ref(&running),
            "{filter:?}"
        );
    }
    assert_eq!(
        setup.rows(&["--workflow", "other"]).await,
        Vec::<Vec<String>>::new()
    );

    let (_, text) = setup.runs(&setup.ann, &["list", "--json"]).await;
    let run: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&run["_id"], &run["owner"]),
        (&of_ann.into(), &"ann".into())
    );
    let (succeeded, text) = setup
        .runs(&setup.ann, &["list", "--owner", "first key"])
        .await;
    assert!(!succeeded && text.contains("right “admin”"), "{text}");
    let (succeeded, text) = setup.runs(&setup.ann, &["cancel", &first]).await;
    assert!(!succeeded && text.contains("there is no run"), "{text}");
}

#[tokio::test]
async fn runs_are_cancelled_also_after_one_that_is_not() {
    let setup = Setup::start().await;
    let (first, of_ann) = setup.submit_both().await;
    let (succeeded, text) = setup
        .runs(KEY, &["cancel", "nothing", &of_ann, &first])
        .await;
    assert!(
        !succeeded && text.contains("cancelling run “nothing” at the service "),
        "{text}"
    );
    assert!(
        text.starts_with(&format!("cancelled {of_ann}\ncancelled {first}\n")),
        "{text}"
    );
    assert_eq!(setup.rows(&["--state", "cancelled"]).await.len(), 2);
    let (succeeded, text) = setup.runs(KEY, &["cancel", &first]).await;
    assert!(
        !succeeded && text.contains("it has ended, as cancelled"),
        "{text}"
    );
}
