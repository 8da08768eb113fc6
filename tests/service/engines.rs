//! Engine instances that come and go while the service runs.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use service::{EngineHeaders, EngineSettings, EngineSource, Options};

use crate::common::fake_engine::FakeEngine;
use crate::common::{ENGINE_TOKEN, TestServer, eventually, json as body_of, no_inputs};

const ENGINES: &str = "/api/v1/comfy/engines";

/// A service in front of these engines.
async fn in_front_of(engines: &[&FakeEngine]) -> TestServer {
    let mut server = TestServer::with(0, |mut options| {
        let limits = &mut options.engine_limits;
        limits.busy_interval = Duration::from_millis(20);
        limits.shortest_interval = Duration::from_millis(10);
        limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options
    })
    .await;
    let addresses: Vec<String> = engines.iter().map(|one| one.address.clone()).collect();
    server.restart(&addresses).await;
    server
}

async fn call(server: &TestServer, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
    let request = server.request(method, path).json(&body);
    let response = request.send().await.unwrap();
    (response.status(), body_of(response).await)
}

async fn add(server: &TestServer, engine: &FakeEngine) {
    let (status, body) = call(
        server,
        "POST",
        ENGINES,
        json!({ "comfy_uri": engine.address }),
    )
    .await;
    assert_eq!(status, 200, "{body}");
    server.wait_for_engines().await;
}

async fn drain(server: &TestServer, engine: &FakeEngine) {
    let path = format!("{ENGINES}/drain");
    let (status, body) = call(
        server,
        "POST",
        &path,
        json!({ "comfy_uri": engine.address }),
    )
    .await;
    assert_eq!(
        (status, &body["data"]["draining"]),
        (StatusCode::OK, &json!(true)),
        "{body}"
    );
}

async fn remove(server: &TestServer, engine: &FakeEngine) {
    let path = format!("{ENGINES}?comfy_uri={}/", engine.address);
    let (status, body) = call(server, "DELETE", &path, json!(null)).await;
    assert_eq!(status, 200, "{body}");
}

async fn addresses(server: &TestServer) -> Vec<String> {
    let engines = server.get(ENGINES).await;
    let engines = engines["data"].as_array().unwrap().iter();
    engines
        .map(|one| one["comfy_uri"].as_str().unwrap().to_owned())
        .collect()
}

async fn runs(engine: &FakeEngine, count: usize) {
    let reached = async || (engine.running() == count).then_some(());
    eventually("the engine has so many runs", reached).await;
}

#[tokio::test]
async fn embedded_engines_are_listed_as_such() {
    let server = TestServer::with(1, |options| Options {
        embedded: true,
        ..options
    })
    .await;
    assert_eq!(server.get(ENGINES).await["data"][0]["source"], "embedded");
}

#[tokio::test]
async fn an_added_instance_gets_waiting_runs_and_a_drained_one_only_finishes_its_own() {
    let (first, second) = (FakeEngine::start().await, FakeEngine::start().await);
    first.hold();
    second.hold();
    let server = in_front_of(&[&first]).await;
    for _ in 0..4 {
        server.run("short", no_inputs()).await;
    }
    runs(&first, 2).await;
    add(&server, &second).await;
    runs(&second, 2).await;

    drain(&server, &first).await;
    let health = server.get("/api/v1/comfy/health").await;
    assert_eq!(health["data"][0]["status"], "draining");
    let queue = server.get("/api/v1/comfy/queue").await;
    assert_eq!(queue["meta"]["draining"], json!([first.address]));
    let last = server.run("short", no_inputs()).await;
    first.end_all();
    runs(&first, 0).await;
    second.end_all();
    runs(&second, 1).await;
    second.end_all();
    server.wait_for_status(&last, "completed").await;
    assert_eq!(first.prompts().len(), 2);

    drain(&server, &second).await;
    server.run("short", no_inputs()).await;
    add(&server, &first).await;
    runs(&first, 1).await;
}

#[tokio::test]
async fn a_removed_instance_finishes_its_runs_and_is_left_alone_then() {
    let (first, second) = (FakeEngine::start().await, FakeEngine::start().await);
    first.hold();
    let server = in_front_of(&[&first]).await;
    let run = server.run("short", no_inputs()).await;
    runs(&first, 1).await;
    add(&server, &second).await;
    remove(&server, &first).await;
    let listed = server.get(ENGINES).await["data"].clone();
    assert_eq!(
        (&listed[1]["comfy_uri"], &listed[1]["status"]),
        (&json!(first.address), &json!("draining"))
    );
    let other = server.run("short", no_inputs()).await;
    server.wait_for_status(&other, "completed").await;
    server.wait_for_status(&run, "running").await;
    first.end_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(
        (detail["attempts"].as_u64(), first.prompts().len()),
        (Some(1), 1)
    );
    let is_left = async || (first.listeners() == 0).then_some(());
    eventually("its events are no longer followed", is_left).await;
    assert_eq!(addresses(&server).await, [second.address.as_str()]);
}

#[tokio::test]
async fn an_instance_that_is_removed_and_added_again_keeps_its_runs() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let server = in_front_of(&[&engine]).await;
    let run = server.run("short", no_inputs()).await;
    runs(&engine, 1).await;
    remove(&server, &engine).await;
    add(&server, &engine).await;
    engine.end_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(
        (detail["attempts"].as_u64(), engine.prompts().len()),
        (Some(1), 1)
    );
    assert_eq!(engine.requests("GET /ws"), 1, "the connection has stayed");
}

#[tokio::test]
async fn what_callers_have_changed_holds_after_a_restart() {
    let (first, second) = (FakeEngine::start().await, FakeEngine::start().await);
    let mut server = in_front_of(&[&first]).await;
    let body = json!({ "comfy_uri": second.address, "labels": ["a100"], "depth": 7 });
    let (status, _) = call(&server, "POST", ENGINES, body).await;
    assert_eq!(status, 200);
    drain(&server, &first).await;
    server.restart(std::slice::from_ref(&first.address)).await;
    let listed = |engine: &FakeEngine, status: &str, depth: u32, labels: Value, source: &str| {
        json!({
            "comfy_uri": engine.address,
            "status": status,
            "draining": status == "draining",
            "runs": 0,
            "depth": depth,
            "labels": labels,
            "source": source,
        })
    };
    assert_eq!(
        server.get(ENGINES).await["data"],
        json!([
            listed(&first, "draining", 2, json!([]), "option"),
            listed(&second, "idle", 7, json!(["a100"]), "caller"),
        ])
    );
    remove(&server, &second).await;
    add(&server, &first).await;
    server.restart(std::slice::from_ref(&first.address)).await;
    assert_eq!(
        server.get(ENGINES).await["data"],
        json!([listed(&first, "idle", 2, json!([]), "option")])
    );
}

#[tokio::test]
async fn a_new_configuration_adds_removes_and_changes_instances() {
    let (first, second, third) = (
        FakeEngine::start().await,
        FakeEngine::start().await,
        FakeEngine::start().await,
    );
    let server = in_front_of(&[&first]).await;
    let named = |engine: &FakeEngine| EngineSettings::new(&engine.address, EngineSource::File);
    let configure = async |engines: Vec<EngineSettings>| {
        let changes = server.service.configure(engines).await.unwrap();
        server.wait_for_engines().await;
        [changes.added, changes.removed, changes.changed]
    };
    let none = Vec::<String>::new;
    let of = |engine: &FakeEngine| vec![engine.address.clone()];
    assert_eq!(
        configure(vec![named(&second)]).await,
        [of(&second), none(), none()]
    );
    let usual = format!("Bearer {ENGINE_TOKEN}");
    assert_eq!(second.header("authorization"), Some(usual.clone()));
    assert_eq!(
        configure(vec![named(&second)]).await,
        [none(), none(), none()]
    );

    let mut headers = EngineHeaders::default();
    headers.set_basic("flow", "own").unwrap();
    headers.set("X-Team", "video").unwrap();
    let changed = EngineSettings {
        headers,
        ..named(&second)
    };
    let new = configure(vec![changed, named(&third)]).await;
    assert_eq!(new, [of(&third), none(), of(&second)]);
    // One for each instance. An instance with a run would not be gone once it is removed.
    let mut runs = Vec::new();
    for _ in 0..3 {
        runs.push(server.run("short", no_inputs()).await);
    }
    for run in &runs {
        server.wait_for_status(run, "completed").await;
    }
    let is_used = async || (second.header("x-team")? == "video").then_some(());
    eventually("the new headers are sent", is_used).await;
    assert_eq!(
        second.header("authorization").unwrap(),
        "Basic Zmxvdzpvd24="
    );

    // An address that is not valid changes nothing.
    let broken = EngineSettings::new("ftp://x", EngineSource::File);
    let why = server.service.configure(vec![named(&third), broken]).await;
    assert!(why.unwrap_err().contains("not an http or https address"));
    assert_eq!(addresses(&server).await.len(), 3);

    // Those of the command line stay.
    assert_eq!(
        configure(vec![named(&third)]).await,
        [none(), of(&second), none()]
    );
    assert_eq!(addresses(&server).await, [of(&first), of(&third)].concat());
    assert_eq!(first.header("authorization"), Some(usual));
}

#[tokio::test]
async fn bad_requests_change_nothing() {
    let engine = FakeEngine::start().await;
    let server = in_front_of(&[&engine]).await;
    let uri = &engine.address;
    let long = "x".repeat(65);
    for body in [
        json!({ "comfy_uri": "ftp://host" }),
        json!({ "comfy_uri": "http://user:sesame@host" }),
        json!({ "comfy_uri": 7 }),
        json!({}),
        json!([]),
        json!({ "comfy_uri": uri, "depth": 0 }),
        json!({ "comfy_uri": uri, "depth": 1001 }),
        json!({ "comfy_uri": uri, "depth": -1 }),
        json!({ "comfy_uri": uri, "labels": [""] }),
        json!({ "comfy_uri": uri, "labels": ["a\u{1b}[31m"] }),
        json!({ "comfy_uri": uri, "labels": [long] }),
        json!({ "comfy_uri": uri, "labels": vec!["x"; 17] }),
        json!({ "comfy_uri": uri, "labels": "x" }),
    ] {
        let (status, answer) = call(&server, "POST", ENGINES, body.clone()).await;
        assert_eq!(status, 422, "{body}: {answer}");
        assert!(!answer.to_string().contains("sesame"), "{answer}");
        assert!(answer["detail"][0]["msg"].is_string(), "{answer}");
    }
    let unknown = json!({ "comfy_uri": "http://127.0.0.1:1" });
    let (status, _) = call(&server, "POST", &format!("{ENGINES}/drain"), unknown).await;
    assert_eq!(status, 404);
    for (query, expected) in [("", 422), ("?comfy_uri=http://127.0.0.1:1", 404)] {
        let (status, _) = call(&server, "DELETE", &format!("{ENGINES}{query}"), json!(null)).await;
        assert_eq!(status, expected, "{query}");
    }
    assert_eq!(addresses(&server).await, [uri.as_str()]);
    assert_eq!(server.get(ENGINES).await["data"][0]["depth"], 2);
}

#[tokio::test]
async fn embedded_engines_are_drained_but_not_added_or_removed() {
    let server = TestServer::with(1, |mut options| {
        options.embedded = true;
        options
    })
    .await;
    let uri = json!({ "comfy_uri": server.addresses[0] });
    let path = format!("{ENGINES}?comfy_uri={}", server.addresses[0]);
    let other = json!({ "comfy_uri": "http://127.0.0.1:1" });
    for (method, path, body) in [("POST", ENGINES, other), ("DELETE", &path, json!(null))] {
        let (status, answer) = call(&server, method, path, body).await;
        assert_eq!(status, 409, "{answer}");
        assert!(answer.to_string().contains("--config"), "{answer}");
    }
    let (status, _) = call(&server, "POST", &format!("{ENGINES}/drain"), uri).await;
    assert_eq!(status, 200);
}
