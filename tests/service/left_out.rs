//! Prompts that an engine accepts in part.

use std::fs;

use serde_json::{Value, json};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, logs, no_inputs};

/// A workflow that saves an image and compares it with another one.
fn workflow() -> Value {
    let compare = json!({"class_type": "Compare", "inputs": {"image": ["1", 0]}, "_meta": {"title": "Before and after"}});
    json!({
        "1": {"class_type": "EmptyImage", "inputs": {}},
        "8": compare,
        "9": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "out"}},
    })
}

/// A service with this engine and the workflow `compared`, whose saved exposure is this.
async fn server(engine: &FakeEngine, exposure: Option<Value>) -> TestServer {
    engine.define("Compare", json!({ "output_node": true }));
    let mut server = TestServer::with(0, |options| options).await;
    let folder = server.folder.path().join("workflows");
    fs::write(folder.join("compared.json"), workflow().to_string()).unwrap();
    if let Some(exposure) = exposure {
        fs::write(folder.join("compared.form.json"), exposure.to_string()).unwrap();
    }
    server.restart(std::slice::from_ref(&engine.address)).await;
    server
}

#[tokio::test]
async fn a_run_goes_on_without_an_output_that_only_shows_something() {
    let engine = FakeEngine::start().await;
    let mut server = server(&engine, None).await;
    engine.miss_input("8", "Compare", "view");
    let run = server.run("compared", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    let left_out = json!([{
        "node": "8", "title": "Before and after", "reason": "Required input is missing: view (Compare, node 8)",
    }]);
    server.restart(std::slice::from_ref(&engine.address)).await;
    let detail = server.detail(&run).await;
    assert_eq!(detail["left_out"], left_out);
    assert_eq!(detail["outputs"].as_array().unwrap().len(), 1);
    let line = format!("the run {run} goes on at {} without", engine.address);
    assert!(logs::text().contains(&line));
}

#[tokio::test]
async fn a_run_without_an_output_that_it_is_for_fails() {
    let engine = FakeEngine::start().await;
    let server = server(&engine, None).await;
    engine.miss_input("9", "SaveImage", "images");
    let run = server.run("compared", no_inputs()).await;
    let detail = server.wait_for_status(&run, "failed").await;
    let error = detail["error"].as_str().unwrap();
    assert!(error.starts_with("Required input is missing"), "{error}");
    assert_eq!(detail.get("left_out"), None);
    assert_eq!(engine.requests("POST /queue"), 1, "the prompt is withdrawn");
}

#[tokio::test]
async fn a_saved_exposure_decides_which_outputs_a_run_is_for() {
    let engine = FakeEngine::start().await;
    let exposure = json!({ "flowdeck": 1, "fields": [], "outputs": ["8"] });
    let server = server(&engine, Some(exposure)).await;
    engine.miss_input("9", "SaveImage", "images");
    let run = server.run("compared", no_inputs()).await;
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["left_out"][0]["node"], "9");
    engine.miss_input("8", "Compare", "view");
    let run = server.run("compared", no_inputs()).await;
    server.wait_for_status(&run, "failed").await;
}

/// A service with an engine that checks inputs, and the workflow `branches`: its second branch is muted but for the node
/// that saves. Its saved exposure is this.
async fn with_broken_branch(engine: &FakeEngine, exposure: Option<Value>) -> TestServer {
    let images = json!({ "required": { "images": ["IMAGE"] } });
    let classes = json!({
        "EmptyImage": { "output": ["IMAGE"] },
        "SaveImage": { "input": images, "output_node": true },
    });
    engine.answer("object_info", Answer::Text(200, classes.to_string()));
    let mut server = TestServer::with(0, |options| options).await;
    let folder = server.folder.path().join("workflows");
    let branches = json!({
        "1": {"class_type": "EmptyImage", "inputs": {}},
        "7": {"class_type": "SaveImage", "inputs": {"filename_prefix": "muted"}, "_meta": {"title": "Large"}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "out"}},
    });
    fs::write(folder.join("branches.json"), branches.to_string()).unwrap();
    if let Some(exposure) = exposure {
        fs::write(folder.join("branches.form.json"), exposure.to_string()).unwrap();
    }
    server.restart(std::slice::from_ref(&engine.address)).await;
    engine.miss_input("7", "SaveImage", "images");
    server
}

/// How the workflow is listed: the nodes of its problems, and of its warnings.
async fn listed(server: &TestServer) -> (Vec<Value>, Vec<Value>) {
    let detail = server.get("/api/v1/comfy/workflows/branches").await;
    let nodes = |kind: &str| {
        let all = detail["data"][kind].as_array().unwrap().iter();
        all.map(|one| one["node"].clone()).collect()
    };
    (nodes("problems"), nodes("warnings"))
}

#[tokio::test]
async fn a_run_goes_on_without_a_broken_branch_if_another_output_remains() {
    let engine = FakeEngine::start().await;
    let server = with_broken_branch(&engine, None).await;
    assert_eq!(listed(&server).await, (vec![], vec![json!("7")]));
    let run = server.run("branches", no_inputs()).await;
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["left_out"][0]["node"], "7");
    assert_eq!(detail["left_out"][0]["title"], "Large");
    assert_eq!(detail["outputs"].as_array().unwrap().len(), 1);
    // What the engine refuses besides is no broken branch.
    engine.miss_input("9", "SaveImage", "images");
    let run = server.run("branches", no_inputs()).await;
    server.wait_for_status(&run, "failed").await;
}

#[tokio::test]
async fn a_broken_branch_that_a_saved_exposure_names_keeps_a_workflow_from_running() {
    let engine = FakeEngine::start().await;
    let exposure = json!({ "flowdeck": 1, "fields": [], "outputs": ["7", "9"] });
    let server = with_broken_branch(&engine, Some(exposure)).await;
    assert_eq!(listed(&server).await, (vec![json!("7")], vec![]));
    let engine = FakeEngine::start().await;
    let exposure = json!({ "flowdeck": 1, "fields": [], "outputs": ["9"] });
    let server = with_broken_branch(&engine, Some(exposure)).await;
    assert_eq!(listed(&server).await, (vec![], vec![]));
    let run = server.run("branches", no_inputs()).await;
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["left_out"][0]["node"], "7");
}
