//! `POST /api/v1/runs/{run_id}/regenerate`.

use std::fs;

use reqwest::Response;
use serde_json::{Value, json};

use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, eventually, field_errors, json, no_inputs, texts};

async fn regenerate(server: &TestServer, run: &str) -> Response {
    let path = format!("/api/v1/runs/{run}/regenerate");
    server.request("POST", &path).send().await.unwrap()
}

/// Repeats a run that is accepted. Returns the new run's id.
async fn regenerated(server: &TestServer, run: &str) -> String {
    let response = regenerate(server, run).await;
    let status = response.status();
    let body = json(response).await;
    assert_eq!(status, 200, "{body}");
    body["data"][0]["run_id"].as_str().unwrap().to_owned()
}

async fn run_with_image(server: &TestServer) -> String {
    let form = file("photo", "Ferien.png", "image/png", png(&gradient()));
    server.run("invert", form).await
}

async fn first_output(server: &TestServer, detail: &Value) -> Vec<u8> {
    let url = format!(
        "{}{}",
        server.url,
        detail["outputs"][0]["url"].as_str().unwrap()
    );
    let response = server.client.get(url).send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.bytes().await.unwrap().to_vec()
}

/// Waits until a run has completed and its uploads are removed. Returns its detail.
async fn ended(server: &TestServer, run: &str) -> Value {
    let detail = server.wait_for_status(run, "completed").await;
    let uploads = server.folder.path().join("data/uploads");
    let gone = async || (fs::read_dir(&uploads).unwrap().count() == 0).then_some(());
    eventually("the uploads are removed", gone).await;
    detail
}

/// Removes the input files of the first engine.
fn remove_engine_inputs(server: &TestServer) {
    fs::remove_dir_all(server.folder.path().join("engines/0/input")).unwrap();
}

#[tokio::test]
async fn a_run_is_repeated_as_a_new_run_of_its_group_with_the_same_values() {
    let server = TestServer::start().await;
    let run = server
        .run("join", texts(&[("title", "a"), ("tail", "b")]))
        .await;
    let first = server.wait_for_status(&run, "completed").await;
    let response = regenerate(&server, &run).await;
    assert_eq!(response.status(), 200);
    let body = json(response).await;
    let new = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    let expected = json!({ "status": "success", "data": [{ "run_id": new, "workflow_id": "join", "version": 1 }], "errors": null, "meta": null });
    assert_eq!(body, expected);
    assert_ne!(new, run);
    let second = server.wait_for_status(&new, "completed").await;
    assert_eq!(
        (&second["inputs"], &second["group_id"]),
        (&first["inputs"], &json!("g"))
    );
    assert_eq!(first_output(&server, &second).await, b"a-b");
}

#[tokio::test]
async fn a_file_of_a_run_that_has_ended_is_downloaded_from_an_engine() {
    let server = TestServer::start().await;
    let run = run_with_image(&server).await;
    let first = ended(&server, &run).await;
    let new = regenerated(&server, &run).await;
    let second = server.wait_for_status(&new, "completed").await;
    assert_eq!(
        second["inputs"],
        json!([{ "path": "photo", "value": "Ferien.png" }])
    );
    let [first, second] = [
        first_output(&server, &first).await,
        first_output(&server, &second).await,
    ];
    // Their texts differ: each contains the id of its run.
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap();
    assert_eq!(pixels(&first), pixels(&second));
}

#[tokio::test]
async fn a_file_of_a_run_that_has_not_ended_needs_no_engine() {
    let server = TestServer::with(1, |options| options).await;
    let mut ahead = Vec::new();
    // One alone may end too early on a busy machine.
    for _ in 0..4 {
        ahead.push(server.run("slow", no_inputs()).await);
    }
    let waiting = run_with_image(&server).await;
    remove_engine_inputs(&server);
    let new = regenerated(&server, &waiting).await;
    for run in ahead {
        let cancel = format!("/api/v1/runs/{run}/cancel");
        server.request("POST", &cancel).send().await.unwrap();
    }
    server.wait_for_status(&new, "completed").await;
}

#[tokio::test]
async fn a_file_that_no_longer_exists_is_reported_with_its_field() {
    let server = TestServer::with(1, |options| options).await;
    let run = run_with_image(&server).await;
    ended(&server, &run).await;
    remove_engine_inputs(&server);
    let response = regenerate(&server, &run).await;
    assert_eq!(response.status(), 409);
    let errors = json(response).await["errors"].as_str().unwrap().to_owned();
    assert!(
        errors.contains("“Ferien.png” of the field “photo”"),
        "{errors}"
    );
    let uploads = server.folder.path().join("data/uploads");
    assert_eq!(fs::read_dir(uploads).unwrap().count(), 0);
}

#[tokio::test]
async fn values_that_are_no_longer_valid_are_errors_of_their_fields() {
    let server = TestServer::start().await;
    let run = server
        .run("join", texts(&[("title", "a"), ("count", "7")]))
        .await;
    let path = server.folder.path().join("workflows/join.json");
    let mut workflow: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    workflow["4"]["inputs"]["max"] = json!(5);
    fs::write(&path, workflow.to_string()).unwrap();
    assert_eq!(
        field_errors(regenerate(&server, &run).await).await,
        [(json!(["body", "count"]), "less_than_equal".to_owned())]
    );
}

#[tokio::test]
async fn a_workflow_that_is_no_longer_deployed_is_a_conflict() {
    let server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    fs::remove_file(server.folder.path().join("workflows/join.json")).unwrap();
    let response = regenerate(&server, &run).await;
    assert_eq!(response.status(), 409);
    let errors = json(response).await["errors"].as_str().unwrap().to_owned();
    assert!(
        errors.contains("“join”") && errors.contains("no longer deployed"),
        "{errors}"
    );
}

#[tokio::test]
async fn a_full_queue_rejects_a_repeated_run() {
    let server = TestServer::with(1, |mut options| {
        options.rules.queue_limit = 1;
        options
    })
    .await;
    let run = server.run("slow", no_inputs()).await;
    // Two are at the instance, and one may wait.
    while server.get("/api/v1/comfy/queue").await["meta"]["waiting"].is_null() {
        server.run("slow", no_inputs()).await;
    }
    let response = regenerate(&server, &run).await;
    assert_eq!(response.status(), 429);
    assert!(response.headers().contains_key("retry-after"));
}

#[tokio::test]
async fn an_unknown_run_is_404() {
    let server = TestServer::start().await;
    assert_eq!(regenerate(&server, "nobody").await.status(), 404);
}
