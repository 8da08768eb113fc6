//! Engine instances are only where they may be.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use service::{EngineNetworks, EngineSettings, EngineSource, Options};

use super::program::{Program, command, flowdeck, folder};
use crate::common::fake_engine::FakeEngine;
use crate::common::{TestServer, eventually, json as body_of};

const ENGINES: &str = "/api/v1/comfy/engines";

fn impatient(mut options: Options) -> Options {
    options.engine_limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
    options
}

/// Engines may be in 10.0.0.0/8, which no engine under test is.
fn elsewhere(options: Options) -> Options {
    let networks = vec!["10.0.0.0/8".parse().unwrap()];
    Options {
        engine_networks: EngineNetworks::new(networks),
        ..impatient(options)
    }
}

async fn add(server: &TestServer, address: &str) -> (StatusCode, Value) {
    let request = server.request("POST", ENGINES);
    let response = request.json(&json!({ "comfy_uri": address })).send().await;
    let response = response.unwrap();
    (response.status(), body_of(response).await)
}

/// Why the only instance is not connected.
async fn problem(server: &TestServer) -> Option<String> {
    let engines = server.get(ENGINES).await;
    Some(engines["data"][0]["problem"].as_str()?.to_owned())
}

#[tokio::test]
async fn an_instance_at_a_special_address_is_not_added() {
    let server = TestServer::with(0, impatient).await;
    for address in [
        "http://169.254.169.254",
        "http://2852039166/latest",
        "http://0xa9.254.169.254.:80",
        "http://[fe80::1]:8188",
        "http://[::ffff:169.254.0.1]",
        "http://[fd00:ec2::254]",
        "http://224.0.0.1",
        "http://0.0.0.0:8188",
        "http://255.255.255.255",
    ] {
        let (status, body) = add(&server, address).await;
        assert_eq!(status, 422, "{address}: {body}");
        assert_eq!(body["detail"][0]["loc"], json!(["body", "comfy_uri"]));
        let why = body["detail"][0]["msg"].as_str().unwrap();
        assert!(why.contains("--engine-allow "), "{why}");
    }
    assert_eq!(server.get(ENGINES).await["data"], json!([]));
    let log = server.get("/api/v1/comfy/audit").await;
    assert_eq!(log["data"]["count"], 0);
}

#[tokio::test]
async fn an_instance_that_is_no_longer_allowed_is_left_alone_until_the_operator_names_it() {
    let engine = FakeEngine::start().await;
    let mut server = TestServer::with(0, impatient).await;
    let by_name = engine.address.replace("127.0.0.1", "localhost");
    assert_eq!(add(&server, &by_name).await.0, 200);
    server.wait_for_engines().await;

    server.options = elsewhere;
    server.restart_without_waiting(&[]).await;
    let is_shown = async || problem(&server).await;
    let why = eventually("the reason is shown", is_shown).await;
    assert!(
        why.starts_with("localhost leads to ") && why.contains("--engine-allow"),
        "{why}"
    );
    let requests = engine.all_requests().len();
    let (status, body) = add(&server, &by_name).await;
    assert_eq!(status, 422, "{body}");
    server.get("/api/v1/comfy/queue").await;
    assert_eq!(engine.all_requests().len(), requests);

    let own = EngineSettings::new(&by_name, EngineSource::File);
    server.service.configure(vec![own]).await.unwrap();
    server.wait_for_engines().await;
    assert_eq!(problem(&server).await, None);
}

#[tokio::test]
async fn the_operator_s_own_instances_need_no_network() {
    let engine = FakeEngine::start().await;
    let mut server = TestServer::with(0, elsewhere).await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    assert_eq!(problem(&server).await, None);
    assert_eq!(add(&server, &engine.address).await.0, 200);
}

#[tokio::test]
async fn the_program_takes_networks_and_shows_refusals() {
    let folder = folder();
    let folder = folder.path();
    let line = failure_of_argument(folder);
    assert!(line.contains("write it like 10.0.0.0/8"), "{line}");
    let allowed = [
        "--engine",
        "http://169.254.1.2",
        "--engine-allow",
        "10.0.0.0/8",
    ];
    let mut program = Program::start(folder, "127.0.0.1:0", &allowed);
    let url = program.link().trim_end_matches('/').to_owned();
    let engines = async |arguments: &[&str]| {
        let arguments = [&["engines"], arguments, &["--url", &url]].concat();
        flowdeck(folder, &arguments, Some("se cret/1")).await
    };
    let (succeeded, text) = engines(&["add", "http://192.0.2.7"]).await;
    assert!(
        !succeeded && text.contains("add --engine-allow 192.0.2.7/32"),
        "{text}"
    );
    let is_shown = async || {
        let (_, text) = engines(&["list"]).await;
        let line = "not connected: 169.254.1.2 is a link-local address";
        text.contains(line).then_some(())
    };
    eventually("the refusal is listed", is_shown).await;
}

/// What the program says about a network that is none.
fn failure_of_argument(folder: &std::path::Path) -> String {
    let mut command = command(folder, "127.0.0.1:0", &["--engine-allow", "ten"]);
    let output = command.output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}
