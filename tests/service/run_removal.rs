//! `DELETE /api/v1/runs/{run_id}` and `DELETE /api/v1/runs?group_id=`.

use std::path::PathBuf;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, eventually, json as body_of, no_inputs, texts};

async fn delete(server: &TestServer, path: &str) -> (StatusCode, Value) {
    let response = server.request("DELETE", path).send().await.unwrap();
    (response.status(), body_of(response).await)
}

/// The files of the data folder that belong to a run.
fn files_of(server: &TestServer, run: &str) -> Vec<PathBuf> {
    let unfinished = format!("outputs/{run}.part");
    let folders = ["outputs", "plain", "uploads"].map(|name| format!("{name}/{run}"));
    let folders = folders.into_iter().chain([unfinished]);
    let paths = folders.map(|folder| server.folder.path().join("data").join(folder));
    paths.filter(|path| path.exists()).collect()
}

async fn inverted(server: &TestServer) -> (String, Value) {
    let form = file("photo", "p.png", "image/png", png(&gradient()));
    let run = server.run("invert", form).await;
    let detail = server.wait_for_status(&run, "completed").await;
    (run, detail)
}

async fn status(server: &TestServer, path: &str) -> StatusCode {
    server.request("GET", path).send().await.unwrap().status()
}

#[tokio::test]
async fn nothing_is_left_of_a_deleted_run() {
    let server = TestServer::with(1, |options| options).await;
    let (run, detail) = inverted(&server).await;
    let (kept, _) = inverted(&server).await;
    let link = detail["outputs"][0]["url"].as_str().unwrap();
    let thumbnail = format!("{link}&width=16");
    let share = server.request("POST", "/api/v1/comfy/shares");
    let share = share.json(&json!({ "run_id": run })).send().await.unwrap();
    let share = body_of(share).await["data"].clone();
    let shared = share["url"].as_str().unwrap().replace(&server.url, "");
    for path in [link, &thumbnail, &shared] {
        assert_eq!(status(&server, path).await, 200, "{path}");
    }
    assert_eq!(files_of(&server, &run).len(), 1);

    let (answer, body) = delete(&server, &format!("/api/v1/runs/{run}")).await;
    assert_eq!(
        (answer, &body["data"]),
        (StatusCode::OK, &json!("Run deleted successfully"))
    );
    assert_eq!(files_of(&server, &run), Vec::<PathBuf>::new());
    let filename = detail["outputs"][0]["filename"].as_str().unwrap();
    let output = format!("/api/v1/runs/output?filename={filename}");
    let detail_path = format!("/api/v1/runs/{run}");
    for path in [link, &thumbnail, &shared, &output, &detail_path] {
        assert_eq!(status(&server, path).await, 404, "{path}");
    }
    let listed = server.get("/api/v1/runs").await["data"].clone();
    assert_eq!(
        (&listed["count"], &listed["runs"][0]["_id"]),
        (&json!(1), &json!(kept))
    );
    assert_eq!(server.get("/api/v1/comfy/shares").await["data"], json!([]));
    // A second time, and what depends on the run.
    for (method, path) in [
        ("DELETE", detail_path.clone()),
        ("POST", format!("{detail_path}/cancel")),
        ("POST", format!("{detail_path}/regenerate")),
    ] {
        let response = server.request(method, &path).send().await.unwrap();
        assert_eq!(response.status(), 404, "{method} {path}");
    }
}

#[tokio::test]
async fn its_engine_forgets_a_deleted_run() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    let history = async || {
        let url = format!("http://{}/history", server.engines[0].address());
        let request = server
            .client
            .get(url)
            .bearer_auth(crate::common::ENGINE_TOKEN);
        body_of(request.send().await.unwrap()).await
    };
    assert_eq!(history().await.as_object().unwrap().len(), 1);
    delete(&server, &format!("/api/v1/runs/{run}")).await;
    let is_empty = async || (history().await == json!({})).then_some(());
    eventually("the history is empty", is_empty).await;
}

#[tokio::test]
async fn a_run_is_deleted_although_its_engine_is_gone() {
    let mut server = TestServer::with(1, |options| options).await;
    let (run, _) = inverted(&server).await;
    server
        .restart_without_waiting(&["http://127.0.0.1:9".to_owned()])
        .await;
    assert_eq!(delete(&server, &format!("/api/v1/runs/{run}")).await.0, 200);
    assert_eq!(files_of(&server, &run), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn a_run_that_has_not_ended_is_not_deleted() {
    let server = TestServer::with(1, |options| options).await;
    let running = server.run("slow", no_inputs()).await;
    let waiting = server.run("slow", no_inputs()).await;
    for run in [&running, &waiting] {
        let (status, body) = delete(&server, &format!("/api/v1/runs/{run}")).await;
        let error = body["errors"].as_str().unwrap();
        assert_eq!(status, 409);
        assert!(
            error.contains(run) && error.contains("cancel it first"),
            "{error}"
        );
    }
    let cancel = format!("/api/v1/runs/{running}/cancel");
    assert_eq!(
        server
            .request("POST", &cancel)
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    assert_eq!(
        delete(&server, &format!("/api/v1/runs/{running}")).await.0,
        200
    );
    let answer = delete(&server, "/api/v1/runs?group_id=g").await;
    assert_eq!(
        answer.1["data"],
        json!({ "removed": 0, "not_ended": [waiting] })
    );
}

#[tokio::test]
async fn of_a_group_the_runs_that_have_ended_are_deleted() {
    let server = TestServer::with(2, |options| options).await;
    let mut ended = Vec::new();
    for _ in 0..3 {
        ended.push(server.run("join", texts(&[("title", "a")])).await);
    }
    for run in &ended {
        server.wait_for_status(run, "completed").await;
    }
    let other = server
        .request("POST", "/api/v1/runs?workflow_id=join&group_id=other")
        .multipart(texts(&[("title", "a")]));
    assert_eq!(other.send().await.unwrap().status(), 200);
    let slow = server.run("slow", no_inputs()).await;
    let (status, body) = delete(&server, "/api/v1/runs?group_id=g").await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["data"], json!({ "removed": 3, "not_ended": [slow] }));
    for run in &ended {
        assert_eq!(files_of(&server, run), Vec::<PathBuf>::new());
    }
    assert_eq!(
        server.get("/api/v1/runs?group_id=other").await["data"]["count"],
        1
    );
    let unknown = delete(&server, "/api/v1/runs?group_id=nobody").await;
    assert_eq!(unknown.1["data"], json!({ "removed": 0, "not_ended": [] }));
    for path in ["/api/v1/runs", "/api/v1/runs?group_id="] {
        let (status, body) = delete(&server, path).await;
        assert_eq!(status, 422);
        assert_eq!(
            body["detail"][0]["loc"],
            json!(["query", "group_id"]),
            "{body}"
        );
    }
}

#[tokio::test]
async fn the_runs_of_others_are_not_deleted_except_by_the_first_key() {
    let server = TestServer::with(1, |options| options).await;
    let key = async |name: &str| {
        let request = server.request("POST", "/api/v1/comfy/keys");
        let response = request.json(&json!({ "name": name })).send().await.unwrap();
        body_of(response).await["data"]["key"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (ann, bob) = (key("ann").await, key("bob").await);
    let submit = server
        .request_with(&ann, "POST", "/api/v1/runs?workflow_id=join&group_id=g")
        .header("Idempotency-Key", "once")
        .multipart(texts(&[("title", "a")]));
    let run = body_of(submit.send().await.unwrap()).await["data"][0]["run_id"].clone();
    let run = run.as_str().unwrap();
    server.wait_for_status(run, "completed").await;
    let path = format!("/api/v1/runs/{run}");
    let by_bob = async |path: &str| {
        let request = server.request_with(&bob, "DELETE", path);
        let response = request.send().await.unwrap();
        (response.status(), body_of(response).await)
    };
    assert_eq!(by_bob(&path).await.0, 404);
    let group = by_bob("/api/v1/runs?group_id=g").await.1;
    assert_eq!(group["data"], json!({ "removed": 0, "not_ended": [] }));
    assert_eq!(status(&server, &path).await, 200);
    assert_eq!(delete(&server, &path).await.0, 200);
    // The idempotency key went with the run: it starts another one.
    let again = server
        .request_with(&ann, "POST", "/api/v1/runs?workflow_id=join&group_id=g")
        .header("Idempotency-Key", "once")
        .multipart(texts(&[("title", "a")]));
    let again = body_of(again.send().await.unwrap()).await;
    assert!(again["data"][0]["run_id"].is_string() && again["data"][0]["run_id"] != run);
}

#[tokio::test]
async fn a_download_that_has_begun_is_finished() {
    let server = TestServer::with(1, |options| options).await;
    let (run, detail) = inverted(&server).await;
    let output = detail["outputs"][0]["filename"].as_str().unwrap();
    // Larger than what fits into the buffers on the way.
    let path = server.folder.path().join("data/outputs").join(output);
    let content = vec![7; 32 << 20];
    std::fs::write(&path, &content).unwrap();
    let link = detail["outputs"][0]["url"].as_str().unwrap();
    let response = server.request("GET", link).send().await.unwrap();
    let mut body = response.bytes_stream();
    let mut read = body.next().await.unwrap().unwrap().len();
    assert_eq!(delete(&server, &format!("/api/v1/runs/{run}")).await.0, 200);
    assert!(!path.exists());
    while let Some(bytes) = body.next().await {
        read += bytes.unwrap().len();
    }
    assert_eq!(read, content.len());
}

#[tokio::test]
async fn a_removal_that_was_cut_off_is_finished_at_the_next_start() {
    let mut server = TestServer::with(1, |options| options).await;
    let ((removed, _), (kept, detail)) = (inverted(&server).await, inverted(&server).await);
    server.service.shutdown().await;
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    for sql in [
        "DELETE FROM runs WHERE id = ?1",
        "INSERT INTO removals (run_id) VALUES (?1)",
    ] {
        assert_eq!(store.execute(sql, [&removed]).unwrap(), 1);
    }
    assert_eq!(files_of(&server, &removed).len(), 1);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(files_of(&server, &removed), Vec::<PathBuf>::new());
    assert_eq!(server.detail(&kept).await["status"], "completed");
    let link = detail["outputs"][0]["url"].as_str().unwrap();
    assert_eq!(status(&server, link).await, 200);
}

/// The runs whose removal has not ended.
fn removals(server: &TestServer) -> Vec<String> {
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let mut statement = store.prepare("SELECT run_id FROM removals").unwrap();
    let ids = statement.query_map([], |row| row.get(0)).unwrap();
    ids.map(Result::unwrap).collect()
}

#[tokio::test]
async fn a_cancelled_run_is_deleted_while_its_outputs_are_being_copied() {
    let fake = FakeEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        options.engine_limits.output_stall = Duration::from_secs(3600);
        options.engine_limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options
    })
    .await;
    let engines = [fake.address.clone()];
    server.restart(&engines).await;
    fake.answer("view", Answer::Stalling);
    let run = server.run("short", no_inputs()).await;
    let begun = async || (files_of(&server, &run).len() == 1).then_some(());
    eventually("the copy has begun", begun).await;
    let cancel = format!("/api/v1/runs/{run}/cancel");
    assert_eq!(
        server
            .request("POST", &cancel)
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    assert_eq!(delete(&server, &format!("/api/v1/runs/{run}")).await.0, 200);
    assert_eq!(files_of(&server, &run), Vec::<PathBuf>::new());
    // Whoever copies may still write: the removal is not over if the service is killed now.
    assert_eq!(removals(&server), [run.as_str()]);
    fake.recover("view");
    fake.close_events();
    server.restart(&engines).await;
    assert_eq!(removals(&server), [""; 0]);
    assert_eq!(files_of(&server, &run), Vec::<PathBuf>::new());
    let next = server.run("short", no_inputs()).await;
    server.wait_for_status(&next, "completed").await;
}
