//! Engines that answer wrongly: their runs end with a reason, and nothing hangs or grows.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, eventually, json as body, logs, no_inputs};

/// A service with little patience in front of a fake engine.
async fn service() -> (TestServer, FakeEngine) {
    let fake = FakeEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        let limits = &mut options.engine_limits;
        limits.output_bytes = 100_000;
        limits.outputs = 3;
        limits.output_stall = Duration::from_millis(50);
        limits.settle_time = Duration::from_millis(50);
        limits.settle_errors = 2;
        limits.busy_interval = Duration::from_millis(20);
        limits.queue.bytes = 1_000_000;
        limits.queue.time = Duration::from_millis(500);
        limits.history.time = Duration::from_millis(500);
        limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options
    })
    .await;
    server.restart(from_ref(&fake.address)).await;
    (server, fake)
}

/// The error of a run whose engine gives this answer on a route.
async fn error_of(path: &'static str, answer: Answer) -> String {
    let (server, fake) = service().await;
    fake.answer(path, answer);
    let run = server.run("short", no_inputs()).await;
    let detail = server.wait_for_status(&run, "failed").await;
    assert_eq!(detail["outputs"], json!([]));
    assert!(
        !server
            .folder
            .path()
            .join("data/outputs")
            .join(&run)
            .exists()
    );
    detail["error"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_run_of_a_good_engine_completes() {
    let (server, _fake) = service().await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn an_output_that_redirects_fails_the_run() {
    let error = error_of("view", Answer::Redirect).await;
    assert!(error.contains("302"), "{error}");
}

#[tokio::test]
async fn an_output_that_stalls_fails_the_run() {
    let error = error_of("view", Answer::Stalling).await;
    assert!(error.contains("sent nothing for"), "{error}");
}

#[tokio::test]
async fn a_download_that_stalls_is_continued_where_it_stopped() {
    let (server, fake) = service().await;
    let image = json!({ "filename": "stops.png", "subfolder": "", "type": "output" });
    fake.produce(json!({ "9": { "images": [image] } }));
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    let output = server
        .folder
        .path()
        .join(format!("data/outputs/{run}/stops.png"));
    assert_eq!(std::fs::read(output).unwrap(), b"an image");
}

#[tokio::test]
async fn an_output_over_the_limit_fails_the_run() {
    let error = error_of("view", Answer::Endless).await;
    assert!(error.contains("--max-output"), "{error}");
}

#[tokio::test]
async fn an_output_that_is_refused_fails_the_run() {
    let error = error_of("view", Answer::Text(500, "broken".repeat(9999))).await;
    assert!(
        error.contains("500: broken") && error.len() < 10_000,
        "{error}"
    );
}

#[tokio::test]
async fn more_outputs_than_the_limit_fail_the_run() {
    let (server, fake) = service().await;
    fake.hold();
    let run = server.run("short", no_inputs()).await;
    let image =
        |name| json!({ "filename": format!("{name}.png"), "subfolder": "", "type": "output" });
    let images: Vec<_> = (0..4).map(image).collect();
    let entry = json!({ run.as_str(): { "outputs": { "3": { "images": images } } } });
    fake.answer("history", Answer::Text(200, entry.to_string()));
    eventually("it runs", async || (fake.running() == 1).then_some(())).await;
    fake.end_all();
    let detail = server.wait_for_status(&run, "failed").await;
    let error = detail["error"].as_str().unwrap();
    assert!(error.contains("the run has 4, more than 3"), "{error}");
}

#[tokio::test]
async fn a_run_whose_end_cannot_be_learned_fails_and_frees_its_place() {
    for answer in [
        Answer::Text(500, String::new()),
        Answer::Text(200, "[]".to_owned()),
        Answer::Redirect,
        Answer::Stalling,
    ] {
        let (server, fake) = service().await;
        fake.answer("history", answer);
        let run = server.run("short", no_inputs()).await;
        let detail = server.wait_for_status(&run, "failed").await;
        let error = detail["error"].as_str().unwrap();
        assert!(error.contains("reading the result of this run"), "{error}");
        let health = server.get("/api/v1/comfy/health").await;
        assert_eq!(health["data"][0]["status"], "idle");
        fake.recover("history");
        let next = server.run("short", no_inputs()).await;
        server.wait_for_status(&next, "completed").await;
    }
}

#[tokio::test]
async fn a_result_that_is_too_large_fails_the_run_at_once() {
    let fake = FakeEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        options.engine_limits.history.bytes = 1000;
        // Longer than any test.
        options.engine_limits.settle_time = Duration::from_secs(3600);
        options
    })
    .await;
    server.restart(from_ref(&fake.address)).await;
    fake.answer("history", Answer::Text(200, "x".repeat(1001)));
    let run = server.run("short", no_inputs()).await;
    let detail = server.wait_for_status(&run, "failed").await;
    let error = detail["error"].as_str().unwrap();
    assert!(error.contains("is larger than 1000 bytes"), "{error}");
}

#[tokio::test]
async fn a_malformed_queue_cancels_no_run() {
    let malformed = ["{}", "[]", r#"{"queue_running": 7, "queue_pending": []}"#];
    for text in malformed {
        let (server, fake) = service().await;
        fake.hold();
        let run = server.run("short", no_inputs()).await;
        server.wait_for_status(&run, "running").await;
        fake.answer("queue", Answer::Text(200, text.to_owned()));
        let detail = server.wait_for_status(&run, "failed").await;
        let error = detail["error"].as_str().unwrap();
        assert!(error.contains("reading the queue of"), "{error}");
    }
}

#[tokio::test]
async fn a_queue_that_is_malformed_for_a_moment_ends_no_run() {
    let (mut server, fake) = service().await;
    server.options = |options| options;
    server.restart(from_ref(&fake.address)).await;
    fake.hold();
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    fake.answer("queue", Answer::Text(200, "{}".to_owned()));
    let offline = async || {
        let health = server.get("/api/v1/comfy/health").await;
        (health["data"][0]["status"] == "stopped").then_some(())
    };
    eventually("the malformed queue is noticed", offline).await;
    assert_eq!(server.detail(&run).await["status"], "running");
    fake.recover("queue");
    server.wait_for_engines().await;
    assert_eq!(server.detail(&run).await["status"], "running");
}

async fn cancel(server: &TestServer, run: &str) -> (u16, Value) {
    let path = format!("/api/v1/runs/{run}/cancel");
    let response = server.request("POST", &path).send().await.unwrap();
    (response.status().as_u16(), body(response).await)
}

#[tokio::test]
async fn a_run_is_cancelled_although_its_engine_does_not_respond_and_withdrawn_later() {
    let (mut server, fake) = service().await;
    server.options = |options| options;
    server.restart(from_ref(&fake.address)).await;
    fake.hold();
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    fake.answer("queue", Answer::Text(500, String::new()));
    assert_eq!(cancel(&server, &run).await.0, 200);
    assert_eq!(server.detail(&run).await["status"], "cancelled");
    assert_eq!(fake.running(), 1);
    fake.recover("queue");
    let withdrawn = async || (fake.running() == 0).then_some(());
    eventually("the run is withdrawn", withdrawn).await;
    assert_eq!(server.detail(&run).await["status"], "cancelled");
}

#[tokio::test]
async fn a_run_whose_outputs_cannot_be_copied_can_be_cancelled() {
    let (mut server, fake) = service().await;
    server.options = |options| options;
    server.restart(from_ref(&fake.address)).await;
    fake.answer("view", Answer::Stalling);
    let run = server.run("short", no_inputs()).await;
    let copying = async || (fake.requests("GET /view") > 0).then_some(());
    eventually("its output is being copied", copying).await;
    assert_eq!(cancel(&server, &run).await.0, 200);
    assert_eq!(server.detail(&run).await["status"], "cancelled");
}

#[tokio::test]
async fn wrong_answers_to_a_connection_leave_the_instance_stopped() {
    for (path, answer) in [
        ("queue", Answer::Endless),
        ("queue", Answer::Redirect),
        ("object_info", Answer::Text(200, "[]".to_owned())),
        ("object_info", Answer::Redirect),
    ] {
        let (mut server, fake) = service().await;
        fake.answer(path, answer);
        server
            .restart_without_waiting(from_ref(&fake.address))
            .await;
        let warned = async || {
            let line = format!("the engine instance {} does not respond", fake.address);
            logs::text().contains(&line).then_some(())
        };
        eventually("the log mentions the instance", warned).await;
        let health = server.get("/api/v1/comfy/health").await;
        assert_eq!(health["data"][0]["status"], "stopped", "{path}");
    }
}
