//! Tokens for one run: what they may do, and when they end.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::fake_engine::FakeEngine;
use crate::common::sse::EventStream;
use crate::common::{KEY, TestServer, eventually, field_errors, json as body_of, no_inputs, texts};

const KEYS: &str = "/api/v1/comfy/keys";

async fn token(server: &TestServer, key: &str, run: &str) -> String {
    let (status, body) = server
        .call(key, "POST", &format!("/api/v1/runs/{run}/token"))
        .await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["data"]["run_id"], run);
    body["data"]["token"].as_str().unwrap().to_owned()
}

async fn key_of(server: &TestServer, body: Value) -> String {
    let response = server.request("POST", KEYS).json(&body).send().await;
    let body = body_of(response.unwrap()).await;
    body["data"]["key"].as_str().unwrap().to_owned()
}

/// A completed run of this key.
async fn completed(server: &TestServer, key: &str) -> String {
    let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=join");
    let request = request.multipart(texts(&[("title", "a")]));
    let body = body_of(request.send().await.unwrap()).await;
    let run = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    server.wait_for_status(&run, "completed").await;
    run
}

#[tokio::test]
async fn a_token_reads_its_run_and_its_outputs_and_no_other_run() {
    let server = TestServer::with(1, |options| options).await;
    let ann = key_of(&server, json!({ "name": "ann" })).await;
    let (run, other) = (
        completed(&server, &ann).await,
        completed(&server, &ann).await,
    );
    let token = token(&server, &ann, &run).await;
    let get = async |path: String| server.call(&token, "GET", &path).await;
    let (status, detail) = get(format!("/api/v1/runs/{run}")).await;
    assert_eq!(
        (status, &detail["data"]["status"]),
        (StatusCode::OK, &json!("completed"))
    );
    let file = detail["data"]["outputs"][0]["filename"]
        .as_str()
        .unwrap()
        .to_owned();
    let output = |file: &str| format!("/api/v1/runs/output?filename={}", file.replace('/', "%2F"));
    assert_eq!(get(output(&file)).await.0, 200);
    let request = server.request_with(&token, "GET", &format!("/api/v1/runs/{run}/events"));
    let mut stream = EventStream::new(request.send().await.unwrap());
    assert_eq!(stream.next().await.unwrap().data["run_id"], run.as_str());
    for path in [
        format!("/api/v1/runs/{other}"),
        format!("/api/v1/runs/{other}/events"),
        output(&file.replace(&run, &other)),
    ] {
        assert_eq!(get(path.clone()).await.0, 404, "{path}");
    }
    let cancel = format!("/api/v1/runs/{other}/cancel");
    assert_eq!(server.call(&token, "POST", &cancel).await.0, 404);
}

#[tokio::test]
async fn a_token_is_refused_for_everything_else() {
    let server = TestServer::with(1, |options| options).await;
    // Made by the first key, which may do everything.
    let run = completed(&server, KEY).await;
    let token = token(&server, KEY, &run).await;
    let document = server.get("/openapi.json").await;
    let mut allowed = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            if method == "parameters" {
                continue;
            }
            let address = path.replace("{run_id}", &run);
            let address = address.replace("{path}", "none").replace(['{', '}'], "");
            let request = server.request_with(&token, &method.to_uppercase(), &address);
            let response = request.send().await.unwrap();
            match response.status() {
                StatusCode::FORBIDDEN => {
                    let text = response.text().await.unwrap();
                    assert!(
                        text.contains("only follow, read and cancel"),
                        "{path}: {text}"
                    );
                }
                _ => drop(allowed.insert(format!("{method} {path}"))),
            }
        }
    }
    let expected = [
        "get /api/v1/runs/output",
        "get /api/v1/runs/{run_id}",
        "get /api/v1/runs/{run_id}/events",
        "post /api/v1/runs/{run_id}/cancel",
    ];
    assert_eq!(allowed, expected.map(str::to_owned).into());
    assert_eq!(server.call(&token, "GET", "/llms.txt").await.0, 403);
    for place in ["X-API-KEY", "key", "token"] {
        let address = format!("{}/api/v1/runs/{run}?{place}={token}", server.url);
        let response = server.client.get(address).send().await.unwrap();
        assert_eq!(response.status(), 401, "a token in the query");
    }
}

#[tokio::test]
async fn a_token_cancels_its_run_if_its_key_may() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = TestServer::with(0, |options| options).await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let ann = key_of(&server, json!({ "name": "ann" })).await;
    let request = server.request_with(&ann, "POST", "/api/v1/runs?workflow_id=short");
    let request = request.multipart(no_inputs());
    let body = body_of(request.send().await.unwrap()).await;
    let run = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    let token = token(&server, &ann, &run).await;
    let cancel = format!("/api/v1/runs/{run}/cancel");
    let may = async |may: Value| {
        let request = server.request("PATCH", &format!("{KEYS}/ann"));
        let response = request.json(&json!({ "may": may })).send().await;
        assert_eq!(response.unwrap().status(), 200);
    };
    may(json!(["read"])).await;
    assert_eq!(server.call(&token, "POST", &cancel).await.0, 403);
    may(json!(["read", "run"])).await;
    assert_eq!(server.call(&token, "POST", &cancel).await.0, 200);
    server.wait_for_status(&run, "cancelled").await;
}

#[tokio::test]
async fn a_token_ends_by_itself_and_with_its_key() {
    let server = TestServer::with(1, |options| options).await;
    let ann = key_of(&server, json!({ "name": "ann" })).await;
    let run = completed(&server, &ann).await;
    let path = format!("/api/v1/runs/{run}");
    for seconds in ["0", "-1", "x", "604801", "1.5"] {
        let request =
            server.request_with(&ann, "POST", &format!("{path}/token?expires_in={seconds}"));
        let errors = field_errors(request.send().await.unwrap()).await;
        let expected = [(json!(["query", "expires_in"]), "int_parsing".to_owned())];
        assert_eq!(errors, expected, "{seconds}");
    }
    let (_, body) = server
        .call(&ann, "POST", &format!("{path}/token?expires_in=1"))
        .await;
    let short = body["data"]["token"].as_str().unwrap().to_owned();
    let expired = async || {
        let (status, body) = server.call(&short, "GET", &path).await;
        (status == StatusCode::FORBIDDEN).then_some(body.to_string())
    };
    let text = eventually("the token has expired", expired).await;
    assert!(text.contains("has expired; get a new one"), "{text}");

    let long = token(&server, &ann, &run).await;
    let regenerate = format!("{KEYS}/ann/regenerate");
    assert_eq!(server.call(KEY, "POST", &regenerate).await.0, 200);
    assert_eq!(
        server.call(&long, "GET", &path).await.0,
        200,
        "it outlives a regeneration"
    );
    assert_eq!(
        server.call(KEY, "DELETE", &format!("{KEYS}/ann")).await.0,
        200
    );
    assert_eq!(server.call(&long, "GET", &path).await.0, 403);
    let changed = long.replacen("flowdeck-run.", "flowdeck-run.x", 1);
    assert_eq!(server.call(&changed, "GET", &path).await.0, 403);
}

#[tokio::test]
async fn a_stream_ends_with_its_token() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = TestServer::with(0, |options| options).await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let run = server.run("short", no_inputs()).await;
    let (_, body) = server
        .call(
            KEY,
            "POST",
            &format!("/api/v1/runs/{run}/token?expires_in=2"),
        )
        .await;
    let token = body["data"]["token"].as_str().unwrap();
    let request = server.request_with(token, "GET", &format!("/api/v1/runs/{run}/events"));
    let mut stream = EventStream::new(request.send().await.unwrap());
    while stream.next_line().await.is_some() {}
    server.wait_for_status(&run, "running").await;
}
