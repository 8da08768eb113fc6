//! What the service does with the models that a workflow names.

use std::fs;

use reqwest::StatusCode;
use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::common::fake_engine::FakeEngine;
use crate::common::{self, TestServer, eventually, no_inputs};

/// A workflow in the editor's format whose only field is a text. One of its loaders leads to no output.
fn own_model() -> Value {
    let url = "https://example.org/wanted.pt";
    json!({"links": [[1, 4, 0, 9, 0, "IMAGE"]], "nodes": [
        {"id": 1, "type": "InputText", "inputs": [], "outputs": [], "widgets_values": {"name": "t"}},
        {"id": 4, "type": "Loader", "inputs": [], "outputs": [{"name": "o", "type": "IMAGE", "links": [1]}],
            "widgets_values": ["wanted.pt"], "properties": {"models": [{"name": "wanted.pt", "url": url, "directory": "vae"}]}},
        {"id": 5, "type": "Loader", "inputs": [], "outputs": [], "widgets_values": ["unused.pt"]},
        {"id": 9, "type": "SaveImage", "inputs": [{"name": "images", "type": "IMAGE", "link": 1}], "outputs": [],
            "widgets_values": ["out"]}]})
}

/// A workflow whose model is a field.
fn field() -> Value {
    json!({
        "4": {"class_type": "Loader", "inputs": {"model": "first.pt"}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["4", 0], "filename_prefix": "out"}},
    })
}

/// A service whose engine has these models, with the workflows `own` and `field`.
async fn server(engine: &FakeEngine, models: &[&str]) -> TestServer {
    set_models(engine, models);
    let mut server = TestServer::with(0, |options| options).await;
    let folder = server.folder.path().join("workflows");
    fs::write(folder.join("own.json"), own_model().to_string()).unwrap();
    fs::write(folder.join("field.json"), field().to_string()).unwrap();
    server.restart(std::slice::from_ref(&engine.address)).await;
    server
}

fn set_models(engine: &FakeEngine, models: &[&str]) {
    engine.define(
        "Loader",
        json!({ "input": { "required": { "model": [models, {}] } } }),
    );
}

fn model(name: &str) -> Form {
    Form::new().text("model", name.to_owned())
}

#[tokio::test]
async fn a_workflow_waits_for_its_model_until_the_engine_has_it() {
    let engine = FakeEngine::start().await;
    let server = server(&engine, &["wanted-fp8.pt"]).await;
    let refused = server.submit("own", no_inputs()).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    let message = common::json(refused).await["errors"].to_string();
    let expected = "no connected engine has the model wanted.pt; similar: wanted-fp8.pt; \
                    download it from https://example.org/wanted.pt and put it into models/vae";
    assert!(message.contains(expected), "{message}");
    let detail = server.get("/api/v1/comfy/workflows/own").await;
    let problem = detail["data"]["problems"][0].clone();
    assert_eq!(problem["code"], "missing_model_similar_link_folder");

    set_models(&engine, &["first.pt", "wanted.pt"]);
    let run = server.run("own", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    let list = server.get("/api/v1/comfy/workflows").await;
    assert!(!list.to_string().contains("missing_model"), "{list}");
}

#[tokio::test]
async fn a_list_finds_a_model_that_has_been_added() {
    let engine = FakeEngine::start().await;
    let server = server(&engine, &[]).await;
    set_models(&engine, &["first.pt", "wanted.pt"]);
    let is_ready = async || {
        let list = server.get("/api/v1/comfy/workflows").await;
        (!list.to_string().contains("missing_model")).then_some(())
    };
    eventually("the workflow is ready", is_ready).await;
}

#[tokio::test]
async fn a_missing_model_in_a_field_is_an_error_of_the_field() {
    let engine = FakeEngine::start().await;
    let server = server(&engine, &["first.pt"]).await;
    let refused = server.submit("field", model("second.pt")).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let error = common::json(refused).await["detail"][0].clone();
    assert_eq!(error["loc"], json!(["body", "model"]));
    assert_eq!(error["type"], "missing_model");
    let message = error["msg"].as_str().unwrap();
    assert!(
        message.starts_with("no connected engine has the model second.pt"),
        "{message}"
    );

    set_models(&engine, &["first.pt", "second.pt"]);
    let run = server.run("field", model("second.pt")).await;
    server.wait_for_status(&run, "completed").await;
    let inputs = engine.prompts()[0]["4"]["inputs"].clone();
    assert_eq!(inputs, json!({ "model": "second.pt" }));
}

#[tokio::test]
async fn a_field_s_own_model_that_nobody_has_is_an_error_of_the_field() {
    let engine = FakeEngine::start().await;
    let server = server(&engine, &["first-fp8.pt"]).await;
    let expected = "no connected engine has the model first.pt; similar: first-fp8.pt; \
                    add it to the engine's models, or choose another";
    let detail = server.get("/api/v1/comfy/workflows/field").await;
    let problems = detail["data"]["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1, "{detail}");
    assert_eq!(
        (&problems[0]["field"], &problems[0]["node"]),
        (&json!("model"), &json!("4"))
    );
    assert_eq!(problems[0]["message"], expected);
    let refused = server.submit("field", no_inputs()).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let error = common::json(refused).await["detail"][0].clone();
    assert_eq!(error["loc"], json!(["body", "model"]));
    assert_eq!(error["type"], "missing_model");
    assert_eq!(error["msg"], expected);

    let other = server.run("field", model("first-fp8.pt")).await;
    server.wait_for_status(&other, "completed").await;
    set_models(&engine, &["first-fp8.pt", "first.pt"]);
    let run = server.run("field", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    let detail = server.get("/api/v1/comfy/workflows/field").await;
    assert_eq!(detail["data"]["problems"], json!([]));
}

#[tokio::test]
async fn a_text_that_names_a_model_nobody_has_is_an_error_of_its_field() {
    let engine = FakeEngine::start().await;
    let mut server = server(&engine, &["first.pt"]).await;
    let marked = json!({
        "1": {"class_type": "InputText", "inputs": {"name": "model"}},
        "4": {"class_type": "Loader", "inputs": {"model": ["1", 0]}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["4", 0], "filename_prefix": "out"}},
    });
    let file = server.folder.path().join("workflows/marked.json");
    fs::write(file, marked.to_string()).unwrap();
    server.restart(std::slice::from_ref(&engine.address)).await;
    let named = |name: &str| common::texts(&[("model", name)]);
    let errors = common::field_errors(server.submit("marked", named("gone.pt")).await).await;
    assert_eq!(
        errors,
        [(json!(["body", "model"]), "missing_model".to_owned())]
    );
    let run = server.run("marked", named("first.pt")).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn an_engine_that_has_the_model_gets_the_run() {
    let (poor, rich) = (FakeEngine::start().await, FakeEngine::start().await);
    let mut server = server(&poor, &["first.pt"]).await;
    set_models(&rich, &["first.pt", "second.pt"]);
    server
        .restart(&[poor.address.clone(), rich.address.clone()])
        .await;
    for _ in 0..2 {
        let run = server.run("field", model("second.pt")).await;
        server.wait_for_status(&run, "completed").await;
    }
    assert_eq!((poor.prompts().len(), rich.prompts().len()), (0, 2));
}

#[tokio::test]
async fn engines_of_different_systems_get_their_own_spelling_of_a_model() {
    let (windows, linux) = (FakeEngine::start().await, FakeEngine::start().await);
    set_models(&windows, &["XL\\wanted.pt", "first.pt"]);
    set_models(&linux, &["XL/wanted.pt", "first.pt"]);
    let mut server = TestServer::with(0, |options| options).await;
    let folder = server.folder.path().join("workflows");
    for (name, model) in [("windows", "XL\\wanted.pt"), ("linux", "XL/wanted.pt")] {
        let own = own_model().to_string();
        let own = own.replace("\"wanted.pt\"", &json!(model).to_string());
        fs::write(folder.join(format!("{name}.json")), own).unwrap();
    }
    let mut field = field();
    field["4"]["inputs"]["model"] = json!("XL\\wanted.pt");
    fs::write(folder.join("field.json"), field.to_string()).unwrap();

    let both = [windows.address.clone(), linux.address.clone()];
    server.restart(&both).await;
    let list = server.get("/api/v1/comfy/workflows").await;
    assert!(!list.to_string().contains("missing_model"), "{list}");
    let detail = server.get("/api/v1/comfy/workflows/field").await;
    let field = detail["data"]["schema"]["fields"][0].clone();
    assert_eq!(
        field["options"].as_array().map(Vec::len),
        Some(2),
        "{field}"
    );
    assert!(
        field["options"]
            .as_array()
            .unwrap()
            .contains(&field["default"]),
        "{field}"
    );

    for (engine, spelled) in [(&windows, "XL\\wanted.pt"), (&linux, "XL/wanted.pt")] {
        server.restart(std::slice::from_ref(&engine.address)).await;
        for workflow in ["windows", "linux", "field"] {
            let run = server.run(workflow, no_inputs()).await;
            server.wait_for_status(&run, "completed").await;
        }
        for given in ["XL\\wanted.pt", "xl/Wanted.pt"] {
            let run = server.run("field", model(given)).await;
            server.wait_for_status(&run, "completed").await;
        }
        let prompts = engine.prompts();
        let sent: Vec<_> = prompts
            .iter()
            .map(|prompt| &prompt["4"]["inputs"]["model"])
            .collect();
        assert_eq!(sent, vec![&json!(spelled); 5]);
    }
}
