//! JSON as Python, ComfyUI and its nodes write it: in answers of engines and in files of workflows.

use std::slice::from_ref;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, eventually, json as body, logs, no_inputs};

/// A service in front of a fake engine.
async fn service() -> (TestServer, FakeEngine) {
    let fake = FakeEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        options.engine_limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options.engine_limits.busy_interval = Duration::from_millis(20);
        options
    })
    .await;
    server.restart(from_ref(&fake.address)).await;
    (server, fake)
}

/// The history of a task with a node that always runs again, and a text that was cut within a character.
fn history(id: &str) -> Answer {
    let entry = format!(
        r#"{{"{id}": {{"prompt": [1, "{id}", {{"3": {{"is_changed": [NaN]}}}}],
            "outputs": {{"9": {{"images": [{{"filename": "a.png", "subfolder": null, "type": "output"}}],
                "text": ["cut \ud83d"], "score": [-Infinity, 1e999]}}}},
            "status": {{"status_str": "success", "completed": true, "messages": []}}}}}}"#
    );
    Answer::Text(200, entry)
}

/// A run that the fake engine holds, and the id of its task.
async fn held(server: &TestServer, fake: &FakeEngine) -> (String, String) {
    fake.hold();
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    (run, fake.running_ids().remove(0))
}

async fn assert_completed(server: &TestServer, run: &str) {
    let detail = server.wait_for_status(run, "completed").await;
    let outputs = detail["outputs"].as_array().unwrap();
    assert_eq!(outputs.len(), 1, "{detail}");
    assert!(
        outputs[0]["filename"].as_str().unwrap().ends_with(".png"),
        "{detail}"
    );
}

#[tokio::test]
async fn after_a_break_of_the_connection_a_run_ends_with_its_outputs() {
    let (server, fake) = service().await;
    let (run, task) = held(&server, &fake).await;
    fake.answer("history", history(&task));
    fake.end_all();
    fake.close_events();
    assert_completed(&server, &run).await;
}

#[tokio::test]
async fn after_a_restart_of_the_service_a_run_ends_with_its_outputs() {
    let (mut server, fake) = service().await;
    let (run, task) = held(&server, &fake).await;
    fake.answer("history", history(&task));
    fake.end_all();
    server.restart(from_ref(&fake.address)).await;
    assert_completed(&server, &run).await;
}

#[tokio::test]
async fn one_odd_value_of_a_class_leaves_the_engine_usable() {
    let (mut server, fake) = service().await;
    let classes = r#"{"SaveImage": {"output_node": true}, "PreviewImage": {"output_node": true},
        "EmptyImage": {"description": "\ud83d"}, "ImageInvert": {"input": {"required": {
            "strength": ["FLOAT", {"default": NaN, "max": Infinity}], "file": [["a\udc00.png", "b.png"]]}}}}"#;
    fake.answer("object_info", Answer::Text(200, classes.to_owned()));
    server.restart(from_ref(&fake.address)).await;
    let served = server.get("/api/v1/comfy/object_info").await;
    let file = &served["ImageInvert"]["input"]["required"]["file"][0];
    assert_eq!(file, &json!(["a\u{fffd}.png", "b.png"]), "{served}");
}

#[tokio::test]
async fn the_log_tells_each_new_reason_why_an_engine_cannot_be_used() {
    let (server, fake) = service().await;
    let known = logs::text().len();
    fake.answer("queue", Answer::Text(418, String::new()));
    fake.close_events();
    let logged = async |why: &str| {
        let line = format!("the engine instance {} does not respond: ", fake.address);
        let logs = logs::text();
        let mut lines = logs[known..].lines();
        lines
            .any(|text| text.contains(&line) && text.contains(why))
            .then_some(())
    };
    eventually("the status is logged", async || logged("418").await).await;
    fake.answer("object_info", Answer::Text(200, "[]".to_owned()));
    fake.recover("queue");
    eventually("the classes are logged", async || {
        logged("node classes").await
    })
    .await;
    drop(server);
}

async fn put(server: &TestServer, workflow: impl Into<Vec<u8>>) -> Value {
    let part = Part::bytes(workflow.into()).file_name("w.json");
    let form = Form::new().part("workflow", part);
    let request = server
        .request("PUT", "/api/v1/comfy/workflows/odd")
        .multipart(form);
    let response = request.send().await.unwrap();
    let status = response.status();
    let body = body(response).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

#[tokio::test]
async fn workflows_are_deployed_as_they_were_saved() {
    let server = TestServer::with(1, |options| options).await;
    let nodes = r#"{"1": {"class_type": "InputText", "inputs": {"name": "title"}, "is_changed": [NaN]},
        "2": {"class_type": "SaveText", "inputs": {"text": ["1", 0], "filename_prefix": "odd"},
            "_meta": {"title": "cut \ud83d"}}}"#;
    let wide: Vec<u8> = nodes.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for file in [
        nodes.as_bytes().to_vec(),
        [b"\xff\xfe", wide.as_slice()].concat(),
        wide,
        format!("\u{feff}{nodes}").into_bytes(),
        format!("{{\"prompt\": {nodes}, \"client_id\": \"x\"}}").into_bytes(),
        format!("{{\"input\": {{\"workflow\": {nodes}}}}}").into_bytes(),
    ] {
        let deployed = put(&server, file).await;
        assert_eq!(
            deployed["schema"]["fields"][0]["name"], "title",
            "{deployed}"
        );
        assert_eq!(deployed["problems"], json!([]), "{deployed}");
    }
    let form = Form::new().text("title", "a");
    let run = server.run("odd", form).await;
    server.wait_for_status(&run, "completed").await;
}
