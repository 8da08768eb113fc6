//! What engines write into the files of a run.

use std::fs;

use reqwest::multipart::Form;
use serde_json::{Value, json};
use service::Options;

use crate::common::TestServer;
use crate::common::fake_engine::FakeEngine;

/// A workflow in the editor's format, with an input that only the editor uses.
fn editors() -> Value {
    json!({"links": [], "nodes": [
        {"id": 1, "type": "InputText", "inputs": [], "outputs": [], "widgets_values": {"name": "t"}, "pos": [5, 7]},
        {"id": 9, "type": "SaveImage", "inputs": [], "outputs": [], "widgets_values": ["out"]}]})
}

fn api() -> Value {
    json!({
        "1": {"class_type": "InputText", "inputs": {"name": "t"}},
        "9": {"class_type": "SaveImage", "inputs": {"filename_prefix": "out"}},
    })
}

/// What an engine was to write for a run of each workflow, in the editor's format and in ComfyUI's API format.
/// `exposure` is saved next to the second.
async fn metadata(options: fn(Options) -> Options, exposure: Option<Value>) -> [Value; 2] {
    let engine = FakeEngine::start().await;
    let mut server = TestServer::with(0, options).await;
    let folder = server.folder.path().join("workflows");
    fs::write(folder.join("editor.json"), editors().to_string()).unwrap();
    fs::write(folder.join("api.json"), api().to_string()).unwrap();
    if let Some(exposure) = exposure {
        fs::write(folder.join("api.form.json"), exposure.to_string()).unwrap();
    }
    server.restart(std::slice::from_ref(&engine.address)).await;
    for workflow in ["editor", "api"] {
        let run = server.run(workflow, Form::new().text("t", "Hello")).await;
        server.wait_for_status(&run, "completed").await;
    }
    engine.metadata().try_into().unwrap()
}

#[tokio::test]
async fn files_contain_what_it_takes_to_run_them_again() {
    let [editor, api] = metadata(|options| options, None).await;
    assert_eq!(editor["workflow"], editors());
    let run = &editor["flowdeck"];
    assert_eq!(
        (&run["workflow_id"], &run["version"]),
        (&json!("editor"), &json!(1))
    );
    assert_eq!(run["values"], json!({ "t": "Hello" }));
    assert_eq!(run["workflow"]["1"]["class_type"], "InputText");
    // The editor expects its own format in this key.
    assert_eq!(api["workflow"], Value::Null);
    assert_eq!(
        api["flowdeck"]["workflow"]["9"]["inputs"]["filename_prefix"],
        "out"
    );
}

#[tokio::test]
async fn files_contain_nothing_if_metadata_is_off() {
    let off = |options| Options {
        metadata: false,
        ..options
    };
    assert_eq!(metadata(off, None).await, [json!({}), json!({})]);
}

#[tokio::test]
async fn a_saved_exposure_turns_metadata_off_for_its_workflow() {
    let exposure = json!({ "flowdeck": 1, "metadata": false });
    let [editor, api] = metadata(|options| options, Some(exposure)).await;
    assert_eq!(editor["flowdeck"]["workflow_id"], "editor");
    assert_eq!(api, json!({}));
}
