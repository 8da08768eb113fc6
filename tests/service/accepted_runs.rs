//! What a run was accepted with holds until it is handed over, and its graph is made once.

use std::fs;

use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::common::fake_engine::FakeEngine;
use crate::common::{TestServer, eventually, logs, texts};

/// A workflow whose field feeds a class that only engines know. Its own value looks like a number.
fn odd() -> Value {
    let note = json!([{"field": 0, "input": "size", "name": "size"}]);
    json!({
        "8": {"class_type": "Odd", "inputs": {"size": 7}, "_meta": {"app_inputs": note}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["8", 0], "filename_prefix": "out"}},
    })
}

/// A value that differs as a text and as a number.
fn size() -> Form {
    texts(&[("size", "007")])
}

async fn engine_with_odd(kind: &str) -> FakeEngine {
    let engine = FakeEngine::start().await;
    define(&engine, kind);
    engine
}

fn define(engine: &FakeEngine, kind: &str) {
    engine.define(
        "Odd",
        json!({ "input": { "required": { "size": [kind, {}] } } }),
    );
}

/// A service with these engines and the workflow `odd`.
async fn server(engines: &[&FakeEngine]) -> TestServer {
    let mut server = TestServer::with(0, |options| options).await;
    fs::write(file(&server), odd().to_string()).unwrap();
    server.restart(&addresses(engines)).await;
    server
}

fn file(server: &TestServer) -> std::path::PathBuf {
    server.folder.path().join("workflows/odd.json")
}

fn addresses(engines: &[&FakeEngine]) -> Vec<String> {
    let engines = engines.iter();
    engines.map(|engine| engine.address.clone()).collect()
}

/// The sizes that an engine was sent.
fn sizes(engine: &FakeEngine) -> Vec<Value> {
    let prompts = engine.prompts().into_iter();
    prompts
        .map(|prompt| prompt["8"]["inputs"]["size"].clone())
        .collect()
}

/// How often the graph of a run was made.
fn graphs_made(run: &str) -> usize {
    let line = format!("preparing the graph of the run {run}");
    logs::text().matches(&line).count()
}

/// A run that waits for its engine, which is offline.
async fn waiting_run(server: &mut TestServer, engine: &FakeEngine) -> String {
    engine.go_offline();
    server.restart_without_waiting(&addresses(&[engine])).await;
    server.run("odd", size()).await
}

async fn restart_and_recover(server: &mut TestServer, engine: &FakeEngine) {
    server.restart_without_waiting(&addresses(&[engine])).await;
    engine.come_back();
}

#[tokio::test]
async fn a_value_is_sent_as_the_kind_that_it_was_accepted_as() {
    let engine = engine_with_odd("STRING").await;
    let mut server = server(&[&engine]).await;
    let run = server.run("odd", size()).await;
    server.wait_for_status(&run, "completed").await;
    let run = waiting_run(&mut server, &engine).await;
    restart_and_recover(&mut server, &engine).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(sizes(&engine), ["007", "007"]);
}

#[tokio::test]
async fn a_run_of_a_deleted_workflow_keeps_the_kinds_of_its_fields() {
    let engine = engine_with_odd("STRING").await;
    let mut server = server(&[&engine]).await;
    let run = waiting_run(&mut server, &engine).await;
    fs::remove_file(file(&server)).unwrap();
    restart_and_recover(&mut server, &engine).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(sizes(&engine), ["007"]);
}

#[tokio::test]
async fn a_waiting_run_of_an_older_program_is_executed() {
    let engine = engine_with_odd("STRING").await;
    let mut server = server(&[&engine]).await;
    let run = waiting_run(&mut server, &engine).await;
    server.service.shutdown().await;
    let path = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(path).unwrap();
    store.execute("UPDATE runs SET schema = NULL", []).unwrap();
    drop(store);
    restart_and_recover(&mut server, &engine).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(sizes(&engine), ["007"]);
}

#[tokio::test]
async fn the_graph_of_a_run_is_made_once_from_submission_to_hand_over() {
    let (engine, like_it) = (
        engine_with_odd("STRING").await,
        engine_with_odd("STRING").await,
    );
    let mut server = server(&[&engine, &like_it]).await;
    let run = server.run("odd", size()).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(graphs_made(&run), 1);

    // One more for an engine with other classes.
    define(&like_it, "INT");
    server.restart(&addresses(&[&engine, &like_it])).await;
    // So that the second run goes to the other one.
    for engine in [&engine, &like_it] {
        engine.hold();
    }
    let received = || [&engine, &like_it].map(|engine| engine.prompts().len());
    let before = received();
    let mut runs = Vec::new();
    for _ in 0..2 {
        // Both classes take it.
        runs.push(server.run("odd", texts(&[("size", "7")])).await);
    }
    let are_sent = async || (received() == before.map(|count| count + 1)).then_some(());
    eventually("each engine has a run", are_sent).await;
    let mut made: Vec<_> = runs.iter().map(|run| graphs_made(run)).collect();
    made.sort_unstable();
    assert_eq!(made, [1, 2]);
}

#[tokio::test]
async fn the_graph_of_a_waiting_run_is_made_once_more_after_a_restart() {
    let engine = engine_with_odd("STRING").await;
    let mut server = server(&[&engine]).await;
    let run = waiting_run(&mut server, &engine).await;
    assert_eq!(graphs_made(&run), 1);
    restart_and_recover(&mut server, &engine).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(graphs_made(&run), 2);
}
