//! For how long runs are kept: by age, number and size, for all workflows and for one.

use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use service::Options;

use crate::common::{TestServer, eventually, json as body_of, texts};

const DAY: i64 = 86_400;

async fn completed(server: &TestServer, workflow: &str) -> String {
    let run = server.run(workflow, texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    run
}

fn has_files(server: &TestServer, run: &str) -> bool {
    server.folder.path().join("data/outputs").join(run).exists()
}

async fn is_there(server: &TestServer, run: &str) -> bool {
    let response = server.request("GET", &format!("/api/v1/runs/{run}"));
    let status = response.send().await.unwrap().status();
    assert_eq!(status == 200, has_files(server, run), "{run}: {status}");
    status == 200
}

/// Waits until a run is removed with its files.
async fn wait_until_removed(server: &TestServer, run: &str) {
    let gone = async || {
        let path = format!("/api/v1/runs/{run}");
        let status = server.request("GET", &path).send().await.unwrap().status();
        (status == 404 && !has_files(server, run)).then_some(())
    };
    eventually("the run is removed", gone).await;
}

/// Changes the store while no service uses it.
fn change(folder: &Path, sql: &str, values: &[&str]) {
    let store = rusqlite::Connection::open(folder.join("data/flowdeck.sqlite")).unwrap();
    let values = rusqlite::params_from_iter(values);
    assert!(store.execute(sql, values).unwrap() > 0, "{sql}");
}

/// Stops the service, lets runs be older by this many seconds, and starts it again.
async fn restart_older(server: &mut TestServer, runs: &[&String], seconds: i64) {
    server.service.shutdown().await;
    let at = Utc::now() - TimeDelta::seconds(seconds);
    let at = at.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
    for run in runs {
        let sql = "UPDATE runs SET completed_at = ?1 WHERE id = ?2";
        change(server.folder.path(), sql, &[&at, run]);
    }
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
}

async fn share(server: &TestServer, run: &str) -> String {
    let request = server.request("POST", "/api/v1/comfy/shares");
    let response = request
        .json(&json!({ "run_id": run }))
        .send()
        .await
        .unwrap();
    let share = body_of(response).await["data"].clone();
    share["id"].as_str().unwrap().to_owned()
}

/// Writes the saved exposure of a workflow.
fn expose(server: &TestServer, workflow: &str, keep: &Value) {
    let mut document = json!({ "flowdeck": 1 });
    document
        .as_object_mut()
        .unwrap()
        .extend(keep.as_object().unwrap().clone());
    let path = format!("workflows/{workflow}.form.json");
    std::fs::write(server.folder.path().join(path), document.to_string()).unwrap();
}

/// The entry of a workflow, and the meta of the list.
async fn listed(server: &TestServer, workflow: &str) -> (Value, Value) {
    let list = server.get("/api/v1/comfy/workflows").await;
    let entries = list["data"].as_array().unwrap();
    let entry = entries
        .iter()
        .find(|entry| entry["id"] == workflow)
        .unwrap();
    (entry.clone(), list["meta"].clone())
}

fn month(mut options: Options) -> Options {
    options.keep.seconds = Some(30 * DAY as u64);
    options
}

#[tokio::test]
async fn a_run_that_is_too_old_is_removed_and_says_before_when() {
    let mut server = TestServer::with(1, month).await;
    let (old, new) = (
        completed(&server, "join").await,
        completed(&server, "join").await,
    );
    restart_older(&mut server, &[&old], 30 * DAY - 3600).await;
    let detail = server.detail(&old).await;
    let time = |name: &str| {
        detail[name]
            .as_str()
            .unwrap()
            .parse::<DateTime<Utc>>()
            .unwrap()
    };
    assert_eq!(
        time("expires_at") - time("completed_at"),
        TimeDelta::days(30)
    );
    let list = server.get("/api/v1/runs").await["data"]["runs"].clone();
    assert!(
        list.as_array()
            .unwrap()
            .iter()
            .all(|run| run["expires_at"].is_string()),
        "{list}"
    );
    assert!(is_there(&server, &old).await);
    restart_older(&mut server, &[&old], 30 * DAY + 1).await;
    wait_until_removed(&server, &old).await;
    assert!(is_there(&server, &new).await);
    let (entry, meta) = listed(&server, "join").await;
    let limits = json!({ "seconds": 30 * DAY });
    assert_eq!((&entry["keep"], &meta["keep"]), (&limits, &limits));
}

#[tokio::test]
async fn without_limits_runs_are_kept() {
    let mut server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "join").await;
    restart_older(&mut server, &[&run], 10_000 * DAY).await;
    let detail = server.detail(&run).await;
    assert_eq!(detail.get("expires_at"), Some(&Value::Null));
    let (entry, meta) = listed(&server, "join").await;
    assert_eq!((entry.get("keep"), &meta["keep"]), (None, &Value::Null));
}

#[tokio::test]
async fn the_oldest_go_when_there_are_too_many() {
    let server = TestServer::with(1, |mut options| {
        options.keep.runs = Some(2);
        options
    })
    .await;
    let first = completed(&server, "join").await;
    let shared = completed(&server, "join").await;
    share(&server, &shared).await;
    let mut later = Vec::new();
    for _ in 0..2 {
        later.push(completed(&server, "join").await);
    }
    wait_until_removed(&server, &first).await;
    for run in later.iter().chain([&shared]) {
        assert!(is_there(&server, run).await);
    }
    assert_eq!(server.detail(&shared).await["expires_at"], Value::Null);
}

#[tokio::test]
async fn the_oldest_go_when_outputs_are_too_large() {
    let mut server = TestServer::with(1, |mut options| {
        options.keep.bytes = Some(10_000);
        options
    })
    .await;
    let (first, second) = (
        completed(&server, "join").await,
        completed(&server, "join").await,
    );
    // As a store of an earlier version, which knows no sizes.
    server.service.shutdown().await;
    let output = server
        .folder
        .path()
        .join("data/outputs")
        .join(&first)
        .join("large");
    std::fs::write(output, vec![0; 20_000]).unwrap();
    change(
        server.folder.path(),
        "UPDATE runs SET bytes = NULL WHERE id <> ?1",
        &[""],
    );
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    wait_until_removed(&server, &first).await;
    assert!(is_there(&server, &second).await);
}

#[tokio::test]
async fn a_workflow_s_narrower_limits_count_for_its_runs_alone() {
    let mut server = TestServer::with(1, month).await;
    expose(
        &server,
        "join",
        &json!({ "keep": "7d", "keep_runs": 2, "keep_bytes": "2GB" }),
    );
    let keep = json!({ "seconds": 7 * DAY, "runs": 2, "bytes": 2_000_000_000 });
    let (entry, meta) = listed(&server, "join").await;
    assert_eq!(
        (&entry["keep"], &meta["keep"]),
        (&keep, &json!({ "seconds": 30 * DAY }))
    );
    assert_eq!(entry["problems"], json!([]));

    let first = completed(&server, "join").await;
    let other = completed(&server, "short").await;
    let old = completed(&server, "join").await;
    let new = completed(&server, "join").await;
    wait_until_removed(&server, &first).await;
    restart_older(&mut server, &[&old, &other], 8 * DAY).await;
    wait_until_removed(&server, &old).await;
    for run in [&new, &other] {
        assert!(server.detail(run).await["expires_at"].is_string());
    }
    // Wider limits than those of the service change nothing.
    expose(&server, "join", &json!({ "keep": "90d" }));
    assert_eq!(
        listed(&server, "join").await.0["keep"],
        json!({ "seconds": 30 * DAY })
    );
}

#[tokio::test]
async fn a_deleted_workflow_s_limits_stay() {
    let mut server = TestServer::with(1, |options| options).await;
    expose(&server, "join", &json!({ "keep": "7d" }));
    let run = completed(&server, "join").await;
    let deleted = server.request("DELETE", "/api/v1/comfy/workflows/join");
    assert_eq!(deleted.send().await.unwrap().status(), 200);
    assert!(server.detail(&run).await["expires_at"].is_string());
    restart_older(&mut server, &[&run], 8 * DAY).await;
    wait_until_removed(&server, &run).await;
}

#[tokio::test]
async fn a_link_keeps_its_run_until_it_expires() {
    let mut server = TestServer::with(1, month).await;
    let run = completed(&server, "join").await;
    let id = share(&server, &run).await;
    restart_older(&mut server, &[&run], 40 * DAY).await;
    let shares = server.get("/api/v1/comfy/shares").await["data"].clone();
    // As long as the link, not as long as its age permits.
    assert_eq!(
        server.detail(&run).await["expires_at"],
        shares[0]["expires_at"]
    );
    assert!(is_there(&server, &run).await);
    let revoke = server.request("DELETE", &format!("/api/v1/comfy/shares/{id}"));
    assert_eq!(revoke.send().await.unwrap().status(), 200);
    restart_older(&mut server, &[&run], 40 * DAY).await;
    wait_until_removed(&server, &run).await;
}

#[tokio::test]
async fn a_workflow_with_wrong_limits_names_them_and_removes_nothing() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "join").await;
    expose(
        &server,
        "join",
        &json!({ "keep": "a week", "keep_runs": 0, "keep_bytes": "1" }),
    );
    let (entry, _) = listed(&server, "join").await;
    let problems = entry["problems"].to_string();
    for text in [
        "keep: must be",
        "keep_runs: must be",
        "keep_bytes: must be",
        "such as 7d",
    ] {
        assert!(problems.contains(text), "{problems}");
    }
    assert_eq!(entry.get("keep"), None);
    assert!(is_there(&server, &run).await);
}
