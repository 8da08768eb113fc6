//! A disk with little free space: what is no longer kept goes first, then new runs and deployments are refused.

use std::slice::from_ref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use chrono::{TimeDelta, Utc};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use service::Options;

use crate::common::fake_engine::FakeEngine;
use crate::common::{TestServer, eventually, json as body_of, logs, no_inputs, texts};

const MIN: u64 = 1_000_000;

fn limited(mut options: Options, measure: fn(&std::path::Path) -> std::io::Result<u64>) -> Options {
    options.disk.min_free = MIN;
    options.disk.measure = measure;
    options
}

fn workflow() -> Form {
    Form::new().part("workflow", Part::text("{}").file_name("workflow.json"))
}

/// Waits until the service has measured the disk again.
async fn wait_until_full(server: &TestServer, is_full: bool) -> Value {
    let reached = async || {
        let disk = server.get("/api/v1/comfy/health").await["meta"]["disk"].clone();
        (disk["is_full"] == is_full).then_some(disk)
    };
    eventually(&format!("the disk is full: {is_full}"), reached).await
}

#[tokio::test]
async fn new_runs_and_deployments_are_refused_and_accepted_ones_go_on() {
    static FREE: AtomicU64 = AtomicU64::new(u64::MAX >> 1);
    let server = TestServer::with(1, |options| limited(options, |_| Ok(FREE.load(Relaxed)))).await;
    let done = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&done, "completed").await;
    let accepted = server.run("short", no_inputs()).await;
    let waiting = server.run("join", texts(&[("title", "b")])).await;
    FREE.store(MIN - 1, Relaxed);
    let disk = wait_until_full(&server, true).await;
    let expected = json!({
        "free_bytes": MIN - 1, "min_free_bytes": MIN, "is_full": true, "holds_runs": false,
    });
    assert_eq!(disk, expected);
    let submit = server.request("POST", "/api/v1/runs?workflow_id=join");
    let requests = [
        submit.multipart(texts(&[("title", "c")])),
        server.request("POST", &format!("/api/v1/runs/{done}/regenerate")),
        server
            .request("PUT", "/api/v1/comfy/workflows/new")
            .multipart(workflow()),
    ];
    for request in requests {
        let response = request.send().await.unwrap();
        let (url, status) = (response.url().clone(), response.status());
        let body = body_of(response).await;
        let error = body["errors"].as_str().unwrap();
        assert_eq!(
            (status.as_u16(), &body["status"]),
            (507, &json!("error")),
            "{url}"
        );
        assert!(
            error.contains("are free") && error.contains("delete runs"),
            "{url}: {error}"
        );
    }
    assert!(
        std::fs::read_dir(server.folder.path().join("data/uploads"))
            .unwrap()
            .count()
            == 0
    );
    for run in [&accepted, &waiting] {
        server.wait_for_status(run, "completed").await;
    }
    assert!(logs::text().contains("less than --min-free-disk 1.0 MB; new runs"));
    // Reading and deleting go on.
    let delete = server.request("DELETE", &format!("/api/v1/runs/{done}"));
    assert_eq!(delete.send().await.unwrap().status(), 200);
    FREE.store(MIN, Relaxed);
    wait_until_full(&server, false).await;
    let run = server.run("join", texts(&[("title", "d")])).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn a_repeated_submission_is_answered_although_the_disk_is_full() {
    static FREE: AtomicU64 = AtomicU64::new(u64::MAX >> 1);
    let server = TestServer::with(1, |options| limited(options, |_| Ok(FREE.load(Relaxed)))).await;
    let submit = async || {
        let request = server.request("POST", "/api/v1/runs?workflow_id=join");
        let request = request.header("Idempotency-Key", "once");
        let response = request
            .multipart(texts(&[("title", "a")]))
            .send()
            .await
            .unwrap();
        (response.status().as_u16(), body_of(response).await)
    };
    let first = submit().await;
    FREE.store(0, Relaxed);
    wait_until_full(&server, true).await;
    assert_eq!(submit().await, first);
}

#[tokio::test]
async fn runs_that_are_too_old_make_room_first() {
    static FREE: AtomicU64 = AtomicU64::new(u64::MAX >> 1);
    // As long as there is an output, the disk is full.
    fn measure(data: &std::path::Path) -> std::io::Result<u64> {
        let has_outputs = std::fs::read_dir(data.join("outputs"))?.next().is_some();
        Ok(if has_outputs { FREE.load(Relaxed) } else { MIN })
    }
    let server = TestServer::with(1, |mut options| {
        options.keep.seconds = Some(60);
        limited(options, measure)
    })
    .await;
    let old = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&old, "completed").await;
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let at = Utc::now() - TimeDelta::seconds(61);
    let at = at.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
    let sql = "UPDATE runs SET completed_at = ?1 WHERE id = ?2";
    assert_eq!(store.execute(sql, [&at, &old]).unwrap(), 1);
    FREE.store(0, Relaxed);
    // Measured at most once a second: health shows when it was again.
    let removed = async || {
        server.get("/api/v1/comfy/health").await;
        let path = format!("/api/v1/runs/{old}");
        let response = server.request("GET", &path).send().await.unwrap();
        (response.status() == 404).then_some(())
    };
    eventually("the old run is removed", removed).await;
    let new = server.run("join", texts(&[("title", "b")])).await;
    server.wait_for_status(&new, "completed").await;
}

#[tokio::test]
async fn below_half_of_it_accepted_runs_wait_too_and_go_on_by_themselves() {
    static FREE: AtomicU64 = AtomicU64::new(u64::MAX >> 1);
    let mut server = TestServer::with(0, |mut options| {
        options.rules.depth = 2;
        limited(options, |_| Ok(FREE.load(Relaxed)))
    })
    .await;
    let engine = FakeEngine::start().await;
    server.restart(from_ref(&engine.address)).await;
    let image = json!({ "filename": "a.png", "subfolder": "", "type": "output" });
    engine.produce(json!({ "3": { "images": [image] } }));
    engine.hold();
    let mut runs = Vec::new();
    for _ in 0..4 {
        runs.push(server.run("short", no_inputs()).await);
    }
    let are_there = async || (engine.running() == 2).then_some(());
    eventually("two runs are at the engine", are_there).await;
    FREE.store(MIN / 2 - 1, Relaxed);
    wait_until_full(&server, true).await;
    engine.release();
    engine.end_all();
    let holds = async || {
        let disk = server.get("/api/v1/comfy/health").await["meta"]["disk"].clone();
        (disk["holds_runs"] == true).then_some(())
    };
    eventually("accepted runs wait", holds).await;
    for run in &runs {
        assert_ne!(server.detail(run).await["status"], "completed");
    }
    assert_eq!(engine.requests("GET /view"), 0, "nothing is copied");
    assert_eq!(engine.requests("POST /prompt"), 2, "nothing is handed over");
    let outputs = server.folder.path().join("data/outputs");
    assert_eq!(std::fs::read_dir(outputs).unwrap().count(), 0);
    FREE.store(MIN, Relaxed);
    for run in &runs {
        let ended = server.wait_for_status(run, "completed").await;
        assert_eq!(ended["outputs"].as_array().unwrap().len(), 1);
    }
    assert_eq!(engine.requests("POST /prompt"), 4);
}
