//! What the service does for engine instances by itself.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::{Value, json};
use service::{EngineCare, Options};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, eventually, no_inputs};

const AUDIT: &str = "/api/v1/comfy/audit";

fn impatient(mut options: Options) -> Options {
    let limits = &mut options.engine_limits;
    limits.busy_interval = Duration::from_millis(20);
    limits.shortest_interval = Duration::from_millis(10);
    limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
    limits.probe = Duration::from_millis(200);
    options.engine_care = EngineCare {
        interval: Duration::from_millis(10),
        free_after: Some(Duration::from_millis(50)),
        ..EngineCare::default()
    };
    options
}

async fn in_front_of(engine: &FakeEngine, options: fn(Options) -> Options) -> TestServer {
    let mut server = TestServer::with(0, options).await;
    server.restart(from_ref(&engine.address)).await;
    server
}

fn freed(engine: &FakeEngine) -> usize {
    engine.requests("POST /free")
}

async fn eventually_freed(engine: &FakeEngine, times: usize) {
    let is_freed = async || (freed(engine) == times).then_some(());
    eventually(&format!("it was freed {times} times"), is_freed).await;
}

/// The lines of the audit log with this action, without ids and times.
async fn lines(server: &TestServer, action: &str) -> Vec<Value> {
    let page = server.get(&format!("{AUDIT}?action={action}")).await;
    let mut lines = page["data"]["entries"].as_array().unwrap().clone();
    for line in &mut lines {
        let line = line.as_object_mut().unwrap();
        line.retain(|name, _| !["id", "at"].contains(&name.as_str()));
    }
    lines
}

/// Waits until longer has passed than an idle instance is left alone.
async fn looked_at(engine: &FakeEngine) {
    let before = engine.requests("GET /prompt");
    let is_looked_at = async || (engine.requests("GET /prompt") > before + 1).then_some(());
    eventually("it was probed twice", is_looked_at).await;
}

#[tokio::test]
async fn an_idle_instance_is_freed_once_and_again_after_its_next_run() {
    let engine = FakeEngine::start().await;
    engine.answer("free", Answer::Text(200, String::new()));
    let server = in_front_of(&engine, impatient).await;
    eventually_freed(&engine, 1).await;
    looked_at(&engine).await;
    assert_eq!(freed(&engine), 1);

    engine.hold();
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    looked_at(&engine).await;
    assert_eq!(freed(&engine), 1, "it has a run");
    engine.end_all();
    server.wait_for_status(&run, "completed").await;
    eventually_freed(&engine, 2).await;
    let is_logged = async || (lines(&server, "engine.free").await.len() == 2).then_some(());
    eventually("it is logged", is_logged).await;
    let line = json!({
        "actor": "service", "address": null, "action": "engine.free", "subject": engine.address,
    });
    assert_eq!(lines(&server, "engine.free").await, [line.clone(), line]);
}

#[tokio::test]
async fn an_instance_that_cannot_be_freed_is_asked_once() {
    let engine = FakeEngine::start().await;
    let server = in_front_of(&engine, impatient).await;
    eventually_freed(&engine, 1).await;
    for _ in 0..2 {
        let run = server.run("short", no_inputs()).await;
        server.wait_for_status(&run, "completed").await;
        looked_at(&engine).await;
    }
    assert_eq!(freed(&engine), 1);
    assert_eq!(lines(&server, "engine.free").await, Vec::<Value>::new());
}

#[tokio::test]
async fn tasks_of_others_keep_an_instance_from_being_freed() {
    let engine = FakeEngine::start().await;
    let others = json!({ "queue_running": [[0, "x", {}, {}, []]], "queue_pending": [] });
    engine.answer("queue", Answer::Text(200, others.to_string()));
    engine.answer("free", Answer::Text(200, String::new()));
    let _server = in_front_of(&engine, impatient).await;
    looked_at(&engine).await;
    assert_eq!(freed(&engine), 0);
    engine.recover("queue");
    eventually_freed(&engine, 1).await;
}

#[tokio::test]
async fn without_the_option_no_instance_is_freed() {
    let engine = FakeEngine::start().await;
    let _server = in_front_of(&engine, |options| {
        let mut options = impatient(options);
        options.engine_care.free_after = None;
        options
    })
    .await;
    looked_at(&engine).await;
    assert_eq!(freed(&engine), 0);
}
