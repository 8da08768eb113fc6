//! What the service does with the node classes of its engines: conversion, and what is known while one is offline.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, eventually, logs, no_inputs};

/// A workflow in the editor's format with a node whose class only engines know and whose value is 7.
const EDITOR: &str = r#"{"links": [[1, 8, 0, 9, 0, "IMAGE"]], "nodes": [
    {"id": 8, "type": "Odd", "inputs": [], "outputs": [{"name": "IMAGE", "type": "IMAGE", "links": [1]}],
     "widgets_values": [7]},
    {"id": 9, "type": "SaveImage", "inputs": [{"name": "images", "type": "IMAGE", "link": 1}], "outputs": [],
     "widgets_values": ["out"]}]}"#;

fn odd(input: &str) -> Value {
    json!({ "input": { "required": { input: ["INT", {}] } }, "output": ["IMAGE"] })
}

async fn engine_with_odd(input: &str) -> FakeEngine {
    let engine = FakeEngine::start().await;
    engine.define("Odd", odd(input));
    engine
}

/// A service with these engines and the workflow `odd`.
async fn server(engines: &[&FakeEngine]) -> TestServer {
    let mut server = TestServer::with(0, |options| options).await;
    let file = server.folder.path().join("workflows/odd.json");
    fs::write(file, EDITOR).unwrap();
    server.restart(&addresses(engines)).await;
    server
}

fn addresses(engines: &[&FakeEngine]) -> Vec<String> {
    engines
        .iter()
        .map(|engine| engine.address.clone())
        .collect()
}

/// The problems of the workflow `odd` in the list.
async fn problems(server: &TestServer) -> Value {
    let path = "/api/v1/comfy/workflows/odd";
    server.get(path).await["data"]["problems"].clone()
}

#[tokio::test]
async fn a_workflow_is_converted_with_the_classes_of_the_engine_that_runs_it() {
    let engine = engine_with_odd("size").await;
    let mut server = server(&[&engine]).await;
    let run = server.run("odd", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(engine.prompts()[0]["8"]["inputs"], json!({ "size": 7 }));

    let other = engine_with_odd("width").await;
    server.restart(&addresses(&[&engine, &other])).await;
    engine.hold();
    other.hold();
    server.run("odd", no_inputs()).await;
    server.run("odd", no_inputs()).await;
    let both_run = async || (engine.running() + other.running() == 2).then_some(());
    eventually("both run", both_run).await;
    assert_eq!(engine.prompts()[1]["8"]["inputs"], json!({ "size": 7 }));
    assert_eq!(other.prompts()[0]["8"]["inputs"], json!({ "width": 7 }));
}

#[tokio::test]
async fn new_classes_of_an_engine_convert_workflows_again() {
    let engine = FakeEngine::start().await;
    let mut server = server(&[&engine]).await;
    assert_eq!(problems(&server).await[0]["code"], "values_unnamed");
    engine.define("Odd", odd("size"));
    server.restart(&addresses(&[&engine])).await;
    assert_eq!(problems(&server).await, json!([]));
    let run = server.run("odd", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(engine.prompts()[0]["8"]["inputs"], json!({ "size": 7 }));
}

#[tokio::test]
async fn a_workflow_waits_for_the_only_engine_that_can_run_it_even_after_a_restart() {
    let (plain, engine) = (FakeEngine::start().await, engine_with_odd("size").await);
    let mut server = server(&[&plain, &engine]).await;
    assert_eq!(problems(&server).await, json!([]));
    engine.go_offline();
    let addresses = addresses(&[&plain, &engine]);
    server.restart_without_waiting(&addresses).await;

    let run = server.run("odd", no_inputs()).await;
    let problems_now = problems(&server).await;
    assert_eq!(problems_now[0]["code"], "waiting_for_engine");
    assert_eq!(problems_now[0]["args"], json!([engine.address]));
    let queue = server.get("/api/v1/comfy/queue").await;
    assert_eq!(queue["meta"]["waiting"]["ids"], json!([run]));
    let own = &queue["meta"]["waiting"]["own"][0];
    assert_eq!((&own["position"], own.get("starts_in")), (&json!(1), None));
    assert_eq!(server.detail(&run).await.get("starts_in"), None);

    engine.come_back();
    let is_back = async || (problems(&server).await == json!([])).then_some(());
    eventually("the engine is back", is_back).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(engine.prompts()[0]["8"]["inputs"], json!({ "size": 7 }));
}

#[tokio::test]
async fn a_run_waits_after_a_start_for_an_engine_that_was_not_tried_yet() {
    let (plain, engine) = (FakeEngine::start().await, engine_with_odd("size").await);
    // Its classes are used once its events are open, or were tried for this long.
    engine.answer("ws", Answer::Silence);
    let mut server = TestServer::with(0, |mut options| {
        options.engine_limits.handshake = Duration::from_secs(1);
        options
    })
    .await;
    let file = server.folder.path().join("workflows/odd.json");
    fs::write(file, EDITOR).unwrap();
    let addresses = addresses(&[&plain, &engine]);
    server.restart_without_waiting(&addresses).await;
    let run = server.run("odd", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(engine.prompts().len(), 1);
}

#[tokio::test]
async fn what_an_output_node_of_a_custom_class_produces_is_an_output() {
    let engine = FakeEngine::start().await;
    engine.define(
        "Odd",
        json!({ "output_node": true, "input": { "required": { "size": ["INT", {}] } } }),
    );
    engine.produce(json!({
        "8": {
            "clips": [{ "filename": "clip.mp4", "subfolder": "", "type": "temp" }],
            "result": ["3d/mesh.glb", "missing.glb"],
        },
        "9": { "images": [{ "filename": "a.png", "subfolder": "", "type": "output" }] },
    }));
    let server = server(&[&engine]).await;
    let run = server.run("odd", no_inputs()).await;
    let outputs = server.wait_for_status(&run, "completed").await["outputs"].clone();
    let names = outputs.as_array().unwrap().iter().map(|output| {
        let name = output["filename"].as_str().unwrap();
        name.rsplit('/').next().unwrap().to_owned()
    });
    let names: Vec<_> = names.collect();
    assert_eq!(
        names,
        ["a.png", "clip.mp4", "mesh.glb"],
        "first that of the suggested output"
    );
}

/// What was logged about a workflow of this name.
fn logged(id: &str) -> Vec<String> {
    let name = format!("the workflow {id}, version 1, ");
    let lines = logs::text();
    let about = lines.lines().filter_map(|line| line.split_once(&name));
    about.map(|(_, what)| what.to_owned()).collect()
}

#[tokio::test]
async fn nothing_is_said_of_a_workflow_before_an_engine_has_answered() {
    let engine = FakeEngine::start().await;
    engine.go_offline();
    let mut server = TestServer::with(0, |options| options).await;
    let file = |name: &str| server.folder.path().join("workflows").join(name);
    fs::write(file("early.json"), EDITOR).unwrap();
    fs::write(file("early-broken.json"), "{").unwrap();
    server
        .restart_without_waiting(std::slice::from_ref(&engine.address))
        .await;
    let codes = async |id: &str| {
        let detail = server.get(&format!("/api/v1/comfy/workflows/{id}")).await;
        let problems = detail["data"]["problems"].as_array().unwrap().clone();
        problems
            .iter()
            .map(|one| one["code"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes("early").await, ["waiting_for_first_engine"]);
    assert_eq!(codes("early-broken").await, ["no_json"]);
    assert_eq!(logged("early"), [""; 0]);
    assert_eq!(logged("early-broken").len(), 1);

    engine.come_back();
    let is_logged = async || (logged("early").len() == 1).then_some(());
    eventually("the log names what the engine lacks", is_logged).await;
    assert!(logged("early")[0].starts_with("cannot run: node 8 (Odd)"));
    assert_eq!(codes("early").await[0], "values_unnamed");

    engine.define("Odd", odd("size"));
    server.restart(std::slice::from_ref(&engine.address)).await;
    let is_ready = async || (logged("early").last()? == "can run again").then_some(());
    eventually("the log says that it can run again", is_ready).await;
    assert_eq!(logged("early-broken").len(), 2, "once per start");
}
