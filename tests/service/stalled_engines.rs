//! Engines that answer, but let a transfer stall: no run waits long for one.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::json;

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, eventually, images, no_inputs};

const STALL: Duration = Duration::from_millis(200);

/// A service in front of an engine. Only stalls are noticed soon; other faults may last.
async fn service() -> (TestServer, FakeEngine) {
    let fake = FakeEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        let limits = &mut options.engine_limits;
        limits.output_stall = STALL;
        limits.upload_stall = STALL;
        limits.history.time = STALL;
        limits.busy_interval = Duration::from_millis(20);
        limits.shortest_interval = Duration::from_millis(10);
        limits.settle_time = Duration::from_secs(3600);
        options
    })
    .await;
    server.restart(from_ref(&fake.address)).await;
    (server, fake)
}

/// Lets a run meet this answer in place of its result.
async fn stall(route: &'static str, answer: Answer) {
    let (server, fake) = service().await;
    fake.answer(route, answer);
    let run = server.run("short", no_inputs()).await;
    let error = server.wait_for_status(&run, "failed").await["error"].clone();
    let error = error.as_str().unwrap();
    assert!(error.contains("run it again"), "{error}");
    let requests = fake.all_requests();
    let request = format!("GET /{route}");
    let count = requests.iter().filter(|one| one.starts_with(&request));
    // A download with a first byte is continued once.
    assert!((1..=6).contains(&count.count()), "{requests:?}");
    fake.recover(route);
    let next = server.run("short", no_inputs()).await;
    server.wait_for_status(&next, "completed").await;
}

#[tokio::test]
async fn a_run_whose_result_does_not_arrive_fails_after_three_stalls() {
    tokio::join!(
        stall("view", Answer::Silence),
        stall("view", Answer::Stalling),
        stall("history", Answer::Silence),
        stall("history", Answer::Stalling),
    );
}

#[tokio::test]
async fn an_upload_that_stalls_is_sent_again() {
    let (server, fake) = service().await;
    fake.answer("upload", Answer::Silence);
    let photo = images::png(&images::gradient());
    let form = images::file("photo", "photo.png", "image/png", photo);
    let run = server.run("invert", form).await;
    let sent_again = async || (fake.requests("POST /upload/image") > 1).then_some(());
    eventually("the upload is sent again", sent_again).await;
    assert_eq!(server.detail(&run).await["status"], "pending");
    let stored = json!({ "name": "photo.png" }).to_string();
    fake.answer("upload", Answer::Text(200, stored));
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["attempts"], 1);
}

#[tokio::test]
async fn a_stalled_result_is_not_waited_for_once_the_connection_to_its_engine_has_failed() {
    let (mut server, fake) = service().await;
    server.options = |mut options| {
        options.engine_limits.output_stall = Duration::from_secs(3600);
        options.engine_limits.shortest_interval = Duration::from_millis(10);
        options.engine_limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options
    };
    server.restart(from_ref(&fake.address)).await;
    fake.answer("view", Answer::Silence);
    let run = server.run("short", no_inputs()).await;
    let asked = async || (fake.requests("GET /view") == 1).then_some(());
    eventually("its output is asked for", asked).await;
    fake.recover("view");
    fake.go_offline();
    let is_offline = async || {
        let health = server.get("/api/v1/comfy/health").await;
        (health["data"][0]["status"] == "stopped").then_some(())
    };
    eventually("the connection has failed", is_offline).await;
    fake.come_back();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["attempts"], 1);
}
