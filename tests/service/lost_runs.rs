//! Runs whose engine instance restarts, stays silent or takes too long.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, engine, eventually, no_inputs};

/// A service that soon gives up on silent engines, in front of these.
async fn impatient(engines: &[&FakeEngine]) -> TestServer {
    let server = TestServer::with(0, |mut options| {
        // On a busy machine, even a good engine may be silent for a moment.
        options.rules.lost_after = Duration::from_millis(1500);
        let limits = &mut options.engine_limits;
        limits.busy_interval = Duration::from_millis(20);
        limits.shortest_interval = Duration::from_millis(10);
        limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        limits.probe = Duration::from_millis(200);
        options
    });
    in_front_of(server.await, engines).await
}

async fn in_front_of(mut server: TestServer, engines: &[&FakeEngine]) -> TestServer {
    let addresses: Vec<String> = engines.iter().map(|one| one.address.clone()).collect();
    server.restart(&addresses).await;
    server
}

async fn runs(engine: &FakeEngine, count: usize) {
    let reached = async || (engine.running() == count).then_some(());
    eventually("the engine runs it", reached).await;
}

async fn has_status(server: &TestServer, status: &str) {
    let is_listed = async || {
        let health = server.get("/api/v1/comfy/health").await;
        let mut all = health["data"].as_array().unwrap().iter();
        all.any(|one| one["status"] == status).then_some(())
    };
    eventually("an instance is listed so", is_listed).await;
}

#[tokio::test]
async fn a_run_whose_engine_restarts_is_executed_again_and_marked() {
    let mut server = TestServer::with(1, |options| options).await;
    let running = server.run("slow", no_inputs()).await;
    server.wait_for_status(&running, "running").await;
    let waiting = server.run("short", no_inputs()).await;
    let old = server.engines.pop().unwrap();
    let port = old.address().port();
    old.shutdown().await;
    server
        .engines
        .push(engine(server.folder.path(), 7, port).await);
    let second = async || {
        let detail = server.detail(&running).await;
        (detail["attempts"] == 2 && detail["status"] == "running").then_some(())
    };
    eventually("the run is in its second attempt", second).await;
    let path = format!("/api/v1/runs/{running}/cancel");
    let cancelled = server.request("POST", &path).send().await.unwrap();
    assert_eq!(cancelled.status(), 200);
    server.wait_for_status(&waiting, "completed").await;
}

#[tokio::test]
async fn a_run_at_a_silent_engine_goes_elsewhere_and_its_late_result_is_ignored() {
    let (first, second) = (FakeEngine::start().await, FakeEngine::start().await);
    first.hold();
    let mut server = impatient(&[&first]).await;
    let run = server.run("short", no_inputs()).await;
    runs(&first, 1).await;
    server = in_front_of(server, &[&first, &second]).await;
    second.hold();
    first.go_offline();
    runs(&second, 1).await;
    assert_eq!(server.detail(&run).await["attempts"], 2);
    // The first engine is back: it must not execute the run, too.
    first.come_back();
    runs(&first, 0).await;
    second.end_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["attempts"], 2);
    assert_eq!((first.prompts().len(), second.prompts().len()), (1, 1));
}

#[tokio::test]
async fn a_run_that_an_engine_executed_while_it_was_silent_is_not_executed_again() {
    let mut server = TestServer::with(0, |mut options| {
        options.rules.lost_after = Duration::from_secs(3600);
        options.engine_limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options
    })
    .await;
    let fake = FakeEngine::start().await;
    fake.hold();
    server.restart(from_ref(&fake.address)).await;
    let run = server.run("short", no_inputs()).await;
    runs(&fake, 1).await;
    fake.go_offline();
    has_status(&server, "stopped").await;
    fake.end_all();
    fake.come_back();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!((&detail["attempts"], fake.prompts().len()), (&json!(1), 1));
}

#[tokio::test]
async fn an_engine_that_does_not_answer_is_hung_and_its_waiting_runs_go_elsewhere() {
    let (hung, other) = (FakeEngine::start().await, FakeEngine::start().await);
    hung.hold();
    let mut server = TestServer::with(0, |mut options| {
        options.engine_limits.probe = Duration::from_millis(200);
        options
    })
    .await;
    server.restart(from_ref(&hung.address)).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(server.run("short", no_inputs()).await);
    }
    runs(&hung, 2).await;
    hung.answer("prompt", Answer::Silence);
    has_status(&server, "hung").await;
    let queue = server.get("/api/v1/comfy/queue").await;
    assert_eq!(queue["meta"]["hung"], json!([hung.address]));
    assert_eq!(queue["meta"]["waiting"]["ids"], json!([ids[2]]));
    // A submission does not wait for it.
    let last = server.run("short", no_inputs()).await;
    server
        .restart_without_waiting(&[hung.address.clone(), other.address.clone()])
        .await;
    for id in [&ids[2], &last] {
        server.wait_for_status(id, "completed").await;
    }
    assert_eq!(server.detail(&ids[0]).await["attempts"], 1);
}

#[tokio::test]
async fn after_its_last_attempt_a_lost_run_fails_with_the_reason() {
    let fake = FakeEngine::start().await;
    fake.hold();
    let mut server = impatient(&[&fake]).await;
    let run = server.run("short", no_inputs()).await;
    for attempt in 1..=3 {
        let is_running = async || {
            let detail = server.detail(&run).await;
            (detail["status"] == "running" && detail["attempts"] == attempt).then_some(())
        };
        eventually("it runs", is_running).await;
        // It forgets the run without a trace.
        fake.forget_all();
    }
    let detail = server.wait_for_status(&run, "failed").await;
    let error = detail["error"].as_str().unwrap();
    assert!(
        error.contains("no longer has it") && error.contains("attempt 3"),
        "{error}"
    );
    assert_eq!(detail["attempts"], 3);
    server = in_front_of(server, &[&fake]).await;
    assert_eq!(server.detail(&run).await["status"], "failed");
}

#[tokio::test]
async fn a_lost_run_fails_at_once_if_the_rules_say_so() {
    let server = TestServer::with(0, |mut options| {
        options.rules.repeats_lost = false;
        options.engine_limits.busy_interval = Duration::from_millis(20);
        options.engine_limits.shortest_interval = Duration::from_millis(10);
        options
    });
    let fake = FakeEngine::start().await;
    fake.hold();
    let server = in_front_of(server.await, &[&fake]).await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    fake.forget_all();
    let error = server.wait_for_status(&run, "failed").await["error"].clone();
    assert!(error.as_str().unwrap().contains("run it again"), "{error}");
    assert_eq!(fake.prompts().len(), 1);
}

#[tokio::test]
async fn a_run_that_executes_too_long_is_ended_and_withdrawn() {
    let server = TestServer::with(0, |mut options| {
        options.rules.run_timeout = Some(Duration::from_millis(50));
        options.engine_limits.busy_interval = Duration::from_millis(20);
        options.engine_limits.shortest_interval = Duration::from_millis(10);
        options
    });
    let fake = FakeEngine::start().await;
    fake.hold();
    let server = in_front_of(server.await, &[&fake]).await;
    let run = server.run("short", no_inputs()).await;
    let detail = server.wait_for_status(&run, "failed").await;
    let error = detail["error"].as_str().unwrap();
    assert!(error.contains("longer than 50ms"), "{error}");
    runs(&fake, 0).await;
}

#[tokio::test]
async fn a_waiting_run_is_cancelled_at_once_even_without_any_engine() {
    let fake = FakeEngine::start().await;
    fake.hold();
    let server = impatient(&[&fake]).await;
    for _ in 0..2 {
        server.run("short", no_inputs()).await;
    }
    runs(&fake, 2).await;
    let waiting = server.run("short", no_inputs()).await;
    let path = format!("/api/v1/runs/{waiting}/cancel");
    let cancel = async || server.request("POST", &path).send().await.unwrap().status();
    assert_eq!(
        (cancel().await, cancel().await),
        (200.try_into().unwrap(), 409.try_into().unwrap())
    );
    assert_eq!(server.detail(&waiting).await["status"], "cancelled");
    let meta = server.get("/api/v1/comfy/queue").await["meta"].clone();
    assert_eq!(meta, Value::Null);
    assert_eq!(fake.prompts().len(), 2);
}

#[tokio::test]
async fn a_run_that_was_cancelled_at_a_silent_engine_is_withdrawn_after_a_restart_of_the_service() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = impatient(&[&engine]).await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    engine.go_offline();
    has_status(&server, "stopped").await;
    let path = format!("/api/v1/runs/{run}/cancel");
    let cancelled = server.request("POST", &path).send().await.unwrap();
    assert_eq!(cancelled.status(), 200);
    server
        .restart_without_waiting(from_ref(&engine.address))
        .await;
    assert_eq!(engine.running(), 1, "the engine still has it");
    engine.come_back();
    runs(&engine, 0).await;
    assert_eq!(server.detail(&run).await["status"], "cancelled");
}
