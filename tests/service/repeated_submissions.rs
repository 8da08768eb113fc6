//! Submissions that are sent again with their idempotency key: with the same values and with others.

use reqwest::Response;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::common::{TestServer, images, json as body_of, texts};

async fn submit(server: &TestServer, workflow: &str, form: Form) -> Response {
    let path = format!("/api/v1/runs?workflow_id={workflow}&group_id=g");
    let request = server.request("POST", &path);
    let request = request.header("Idempotency-Key", "once").multipart(form);
    request.send().await.unwrap()
}

fn photo(name: &str, bytes: Vec<u8>) -> Form {
    Form::new().part("photo", Part::bytes(bytes).file_name(name.to_owned()))
}

/// Ensures that a submission is refused because of its idempotency key, and that the error names the first run.
async fn refused(response: Response, first: &Value) {
    assert_eq!(response.status(), 422);
    let item = body_of(response).await["detail"][0].clone();
    assert_eq!(item["loc"], json!(["header", "Idempotency-Key"]));
    assert_eq!(item["type"], "idempotency_key");
    let msg = item["msg"].as_str().unwrap();
    let run = first[0]["run_id"].as_str().unwrap();
    assert!(
        msg.contains("with other values") && msg.contains(run),
        "{msg}"
    );
}

#[tokio::test]
async fn other_values_are_refused_and_the_same_return_the_first_run() {
    let server = TestServer::with(1, |options| options).await;
    let first = body_of(submit(&server, "join", texts(&[("title", "a")])).await).await;
    let first = first["data"].clone();
    refused(
        submit(&server, "join", texts(&[("title", "b")])).await,
        &first,
    )
    .await;
    refused(
        submit(&server, "join@v1", texts(&[("tail", "a")])).await,
        &first,
    )
    .await;
    let extra = texts(&[("title", "a"), ("further", "1")]);
    refused(submit(&server, "join", extra).await, &first).await;
    let again = submit(&server, "join", texts(&[("title", "a")])).await;
    assert_eq!(body_of(again).await["data"], first);
    let uploads = server.folder.path().join("data/uploads");
    let run = first[0]["run_id"].as_str().unwrap();
    server.wait_for_status(run, "completed").await;
    let left = std::fs::read_dir(uploads).unwrap().count();
    assert_eq!(left, 0, "what was compared is removed");
    assert_eq!(server.get("/api/v1/runs").await["data"]["count"], 1);
}

#[tokio::test]
async fn files_are_compared_by_their_content() {
    let server = TestServer::with(1, |options| options).await;
    let (one, other) = (
        images::png(&images::gradient()),
        images::png(&image::RgbImage::new(9, 9)),
    );
    let first = body_of(submit(&server, "invert", photo("a.png", one.clone())).await).await;
    let first = first["data"].clone();
    assert!(first.is_array(), "{first}");
    refused(
        submit(&server, "invert", photo("a.png", other)).await,
        &first,
    )
    .await;
    let again = submit(&server, "invert", photo("b.png", one)).await;
    assert_eq!(body_of(again).await["data"], first);
}

#[tokio::test]
async fn a_run_of_an_older_program_is_equal_to_every_submission() {
    let mut server = TestServer::with(1, |options| options).await;
    let first = body_of(submit(&server, "join", texts(&[("title", "a")])).await).await;
    server.service.shutdown().await;
    let path = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(path).unwrap();
    store.execute("UPDATE runs SET digest = NULL", []).unwrap();
    drop(store);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    let again = submit(&server, "join", texts(&[("title", "b")])).await;
    assert_eq!(body_of(again).await["data"], first["data"]);
}

#[tokio::test]
async fn what_counts_once_is_refused_twice() {
    let server = TestServer::with(0, |options| options).await;
    for (name, value) in [("X-API-KEY", crate::common::KEY), ("x-api-key", "other")] {
        let request = server.request("GET", "/api/v1/runs").header(name, value);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 400);
        let body = body_of(response).await;
        let why = body["errors"].as_str().unwrap();
        assert!(why.contains("several headers X-API-KEY"), "{why}");
    }
    let request = server.request("POST", "/api/v1/runs?workflow_id=join");
    let request = request
        .header("Idempotency-Key", "a")
        .header("Idempotency-Key", "a");
    let response = request
        .multipart(texts(&[("title", "a")]))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 400);
    let metrics = server.client.get(format!("{}/metrics", server.url));
    let bearer = format!("Bearer {}", crate::common::KEY);
    let metrics = metrics
        .header("Authorization", &bearer)
        .header("Authorization", &bearer);
    assert_eq!(metrics.send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn answers_of_the_api_are_kept_by_no_cache() {
    let server = TestServer::with(0, |options| options).await;
    let without_key = server.client.get(format!("{}/api/v1/runs", server.url));
    for request in [
        server.request("GET", "/api/v1/runs"),
        server.request("GET", "/api/v1/comfy/workflows"),
        server.request("GET", "/api/v1/comfy/usage?format=csv"),
        server.request("GET", "/openapi.json"),
        server.request("GET", "/api/v1/runs/unknown"),
        server.request("GET", "/api/v1/nothing"),
        server.request("DELETE", "/api/v1/comfy/queue"),
        server.request("POST", "/api/v1/runs?workflow_id=unknown"),
        without_key,
    ] {
        let response = request.send().await.unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        let url = response.url().clone();
        assert_eq!(header("cache-control"), "no-store", "{url}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{url}");
    }
}
