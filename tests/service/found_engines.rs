//! ComfyUI on the machine of the service: used by a start that names no engine, and offered if it starts later.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};
use service::EngineSearch;

use super::program::{Program, command, folder};
use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{ENGINE_TOKEN, TestServer, engine, eventually, json as body_of, no_inputs};

const ENGINES: &str = "/api/v1/comfy/engines";
const FOUND: &str = "/api/v1/comfy/engines/found";

/// An engine that answers as ComfyUI does.
async fn start_comfyui() -> FakeEngine {
    let engine = FakeEngine::start().await;
    engine.answer("system_stats", Answer::Text(200, stats()));
    engine
}

fn stats() -> String {
    let system = json!({ "os": "linux", "python_version": "3.12.3", "comfyui_version": "0.33.0" });
    json!({ "system": system, "devices": [] }).to_string()
}

fn port(engine: &FakeEngine) -> &str {
    engine.address.rsplit(':').next().unwrap()
}

/// Starts the program with these ports to look at. Returns what it prints until it is ready.
async fn printed(ports: &[&str]) -> (Program, String, tempfile::TempDir) {
    let folder = folder();
    let mut command = command(folder.path(), "127.0.0.1:0", &[]);
    command
        .env("FLOWDECK_NO_SEARCH", "false")
        .env("FLOWDECK_ENGINE_TOKEN", ENGINE_TOKEN)
        .env("FLOWDECK_SEARCH_PORT", ports.join(","));
    let mut program = Program(command.spawn().unwrap());
    let output = program.0.stdout.take().unwrap();
    let lines = tokio::task::spawn_blocking(move || {
        let mut text = String::new();
        for line in BufReader::new(output).lines().map(Result::unwrap) {
            text += &format!("{line}\n");
            if line.starts_with("press Ctrl-C") {
                break;
            }
        }
        text
    });
    (program, lines.await.unwrap(), folder)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_without_engines_uses_comfyui_on_this_machine_and_says_so_in_one_line() {
    let comfyui = start_comfyui().await;
    let (_program, text, folder) = printed(&[port(&comfyui)]).await;
    let line = format!(
        "engine instances: {}, which is ComfyUI 0.33.0 on this machine; --no-search starts without it\n",
        comfyui.address
    );
    assert!(text.contains(&line) && !text.contains("embedded"), "{text}");
    assert!(!folder.path().join("flowdeck-data/engines").exists());
    let asked = async || (comfyui.requests("GET /object_info") > 0).then_some(());
    eventually("the service uses it", asked).await;
    // What answers there may be somebody else's program.
    assert_eq!(comfyui.header("authorization"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_comfyui_or_does_not_answer_is_not_used() {
    let (other, silent) = (FakeEngine::start().await, FakeEngine::start().await);
    other.answer(
        "system_stats",
        Answer::Text(200, "{\"system\": {}}".to_owned()),
    );
    silent.answer("system_stats", Answer::Silence);
    let (_program, text, _folder) = printed(&[port(&other), port(&silent)]).await;
    assert!(
        text.contains("embedded engine instances: http://127.0.0.1:"),
        "{text}"
    );
}

/// A service with an embedded engine that stands in, which looks at the port of a fake engine.
async fn stood_in_for(comfyui: &FakeEngine) -> TestServer {
    let mut server = TestServer::with(0, |mut options| {
        options.embedded = true;
        options.embedded_stand_in = true;
        let ports = std::fs::read_to_string(options.workflows.join("../port"));
        let ports = ports.ok().and_then(|port| port.parse().ok());
        options.engine_search = Some(EngineSearch::new(ports.into_iter().collect()));
        options
    })
    .await;
    std::fs::write(server.folder.path().join("port"), port(comfyui)).unwrap();
    let embedded = engine(server.folder.path(), 0, 0).await;
    let address = format!("http://{}", embedded.address());
    server.engines.push(embedded);
    server.restart(&[address]).await;
    server
}

async fn call(server: &TestServer, method: &str, path: &str, body: Value) -> (u16, Value) {
    let response = server
        .request(method, path)
        .json(&body)
        .send()
        .await
        .unwrap();
    (response.status().as_u16(), body_of(response).await)
}

#[tokio::test]
async fn comfyui_that_starts_later_is_offered_and_takes_the_place_of_embedded_engines() {
    let comfyui = start_comfyui().await;
    let server = stood_in_for(&comfyui).await;
    let found = |state: &str| json!([{ "comfy_uri": comfyui.address, "state": state, "version": "0.33.0", "workflows": null }]);
    assert_eq!(server.get(FOUND).await["data"], found("offered"));

    let new = json!({ "comfy_uri": comfyui.address });
    let (status, body) = call(&server, "POST", ENGINES, new).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(server.get(FOUND).await["data"], found("used"));
    let listed = server.get(ENGINES).await;
    let listed: Vec<&Value> = listed["data"].as_array().unwrap().iter().collect();
    assert_eq!(
        listed.len(),
        1,
        "the embedded engine has no runs: {listed:?}"
    );
    assert_eq!(listed[0]["comfy_uri"], comfyui.address);
    server.wait_for_engines().await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(comfyui.prompts().len(), 1);
}

#[tokio::test]
async fn a_service_that_was_told_its_engines_offers_none_and_keeps_embedded_ones() {
    let server = TestServer::with(0, |mut options| {
        options.embedded = true;
        options
    })
    .await;
    assert_eq!(server.get(FOUND).await["data"], json!([]));
    let new = json!({ "comfy_uri": "http://127.0.0.1:9" });
    let (status, body) = call(&server, "POST", ENGINES, new).await;
    assert!(
        status >= 400 && body["errors"].to_string().contains("embedded"),
        "{body}"
    );
}
