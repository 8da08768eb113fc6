//! Engines whose events are missing, whose sockets go silent or end late, and which forget tasks: the queue and the
//! history decide, and progress goes on.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::stream_engine::StreamEngine;
use crate::common::{TestServer, eventually, no_inputs};

/// A service in front of an engine. Only what is tested here is quick: snapshots for the sake of runs, and the check of
/// silent sockets.
async fn service() -> (TestServer, StreamEngine) {
    let engine = StreamEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        let limits = &mut options.engine_limits;
        limits.shortest_interval = Duration::from_millis(10);
        limits.run_interval = Duration::from_millis(50);
        limits.event_silence = Duration::from_millis(100);
        limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options
    })
    .await;
    server.restart(from_ref(&engine.address)).await;
    (server, engine)
}

/// Submits a run, and starts it at the engine.
async fn started(server: &TestServer, engine: &StreamEngine) -> String {
    let run = server.run("short", no_inputs()).await;
    eventually("the engine has it", async || {
        (engine.pending() == 1).then_some(())
    })
    .await;
    engine.start_next();
    server.wait_for_status(&run, "running").await;
    run
}

/// Reports steps until the service shows them.
async fn progress_goes_on(server: &TestServer, engine: &StreamEngine, run: &str, value: u32) {
    let is_shown = async || {
        engine.step(value);
        (server.detail(run).await["progress"]["value"] == value).then_some(())
    };
    eventually("its progress is shown", is_shown).await;
}

async fn completes_at_once(server: &TestServer, engine: &StreamEngine, run: &str) {
    engine.finish();
    let detail = server.wait_for_status(run, "completed").await;
    assert_eq!(detail["attempts"], 1);
    assert_eq!(detail["outputs"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_run_completes_although_no_event_or_a_necessary_one_comes() {
    for dropped in ["status", "execution_start", "executed", "execution_success"] {
        let (server, engine) = service().await;
        engine.drop_events(dropped);
        for _ in 0..2 {
            let run = started(&server, &engine).await;
            completes_at_once(&server, &engine, &run).await;
        }
    }
}

#[tokio::test]
async fn progress_goes_on_after_a_reconnection_and_when_the_old_socket_ends_late() {
    let (server, engine) = service().await;
    let run = started(&server, &engine).await;
    progress_goes_on(&server, &engine, &run, 1).await;
    engine.break_sockets();
    progress_goes_on(&server, &engine, &run, 2).await;
    engine.notice_ends();
    let ended = async || (engine.ended_late() > 0).then_some(());
    eventually("the old socket has ended", ended).await;
    progress_goes_on(&server, &engine, &run, 3).await;
    completes_at_once(&server, &engine, &run).await;
    // The current socket was not affected.
    let next = started(&server, &engine).await;
    assert!(engine.reaches_client());
    progress_goes_on(&server, &engine, &next, 4).await;
    completes_at_once(&server, &engine, &next).await;
}

#[tokio::test]
async fn a_socket_that_is_open_and_silent_is_replaced_and_the_engine_stays_online() {
    let (server, engine) = service().await;
    let run = started(&server, &engine).await;
    progress_goes_on(&server, &engine, &run, 1).await;
    engine.silence_sockets();
    progress_goes_on(&server, &engine, &run, 2).await;
    completes_at_once(&server, &engine, &run).await;
    let next = started(&server, &engine).await;
    engine.silence_sockets();
    completes_at_once(&server, &engine, &next).await;
}

#[tokio::test]
async fn progress_goes_on_after_a_restart_of_the_service_when_the_old_socket_ends_late() {
    let (mut server, engine) = service().await;
    let run = started(&server, &engine).await;
    progress_goes_on(&server, &engine, &run, 1).await;
    engine.break_sockets();
    server.restart(from_ref(&engine.address)).await;
    progress_goes_on(&server, &engine, &run, 2).await;
    engine.notice_ends();
    let ended = async || (engine.ended_late() > 0).then_some(());
    eventually("the old socket has ended", ended).await;
    progress_goes_on(&server, &engine, &run, 3).await;
    completes_at_once(&server, &engine, &run).await;
}

#[tokio::test]
async fn a_run_that_an_engine_forgets_without_a_restart_is_executed_again() {
    let (server, engine) = service().await;
    let pending = server.run("short", no_inputs()).await;
    let waits = async || (engine.pending() == 1).then_some(());
    eventually("the engine has it", waits).await;
    engine.forget_all();
    eventually("the engine has it again", waits).await;
    engine.start_next();
    server.wait_for_status(&pending, "running").await;
    engine.forget_all();
    eventually("the engine has it for the third time", waits).await;
    engine.start_next();
    engine.finish();
    let detail = server.wait_for_status(&pending, "completed").await;
    assert_eq!((&detail["attempts"], engine.started()), (&json!(3), 2));
    assert_eq!(detail["error"], Value::Null);
}
