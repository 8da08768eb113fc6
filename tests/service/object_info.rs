//! `GET /api/v1/comfy/object_info`: the engines' node classes for clients.

use schema::NodeClasses;
use serde_json::{Value, json};

use crate::common::fake_engine::FakeEngine;
use crate::common::{TestServer, json as body};

const PATH: &str = "/api/v1/comfy/object_info";

/// The definition of a class with this input, as an engine gives it.
fn definition(input: &str) -> Value {
    let settings =
        json!({ "max": 18_446_744_073_709_551_615_u64, "tooltip": "How many", "lazy": true });
    json!({ "description": "long", "input": { "required": { input: ["INT", settings] } } })
}

async fn engine(class: &str, input: &str) -> FakeEngine {
    let engine = FakeEngine::start().await;
    engine.define(class, definition(input));
    engine
}

async fn server(engines: &[&FakeEngine]) -> TestServer {
    let mut server = TestServer::with(0, |options| options).await;
    let addresses: Vec<_> = engines.iter().map(|one| one.address.clone()).collect();
    server.restart(&addresses).await;
    server
}

async fn tag(server: &TestServer) -> String {
    let response = server.request("GET", PATH).send().await.unwrap();
    response.headers()["etag"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_classes_of_all_engines_are_given_in_the_reduced_form() {
    let (one, two) = (engine("One", "size").await, engine("Two", "width").await);
    let server = server(&[&one, &two]).await;
    let classes = server.get(PATH).await;
    let reduced = json!({ "max": 18_446_744_073_709_551_615_u64, "tooltip": "How many" });
    assert_eq!(
        classes["One"]["input"]["required"]["size"],
        json!(["INT", reduced])
    );
    assert_eq!(classes["One"]["description"], Value::Null);
    let read = NodeClasses::read(&classes.to_string()).unwrap();
    assert!(read.contains("Two") && read.is_output("SaveImage"));
}

#[tokio::test]
async fn known_classes_are_not_sent_again() {
    let engine = engine("One", "size").await;
    let mut server = server(&[&engine]).await;
    let known = tag(&server).await;
    let conditional =
        |server: &TestServer| server.request("GET", PATH).header("if-none-match", &known);
    let response = conditional(&server).send().await.unwrap();
    assert_eq!(response.status(), 304);
    assert_eq!(response.headers()["etag"], known.as_str());
    assert_eq!(response.headers()["cache-control"], "private, no-cache");
    assert!(response.bytes().await.unwrap().is_empty());

    engine.define("One", definition("width"));
    server.restart(std::slice::from_ref(&engine.address)).await;
    let response = conditional(&server).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_ne!(response.headers()["etag"], known.as_str());
    let classes = body(response).await;
    assert!(classes["One"]["input"]["required"]["width"].is_array());
}

#[tokio::test]
async fn the_same_classes_have_the_same_tag_after_a_restart() {
    let engine = engine("One", "size").await;
    let mut server = server(&[&engine]).await;
    let known = tag(&server).await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    assert_eq!(tag(&server).await, known);
}

#[tokio::test]
async fn a_head_request_gets_the_headers_alone() {
    let server = server(&[&engine("One", "size").await]).await;
    let response = server.request("HEAD", PATH).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json");
    assert!(response.headers().contains_key("etag"));
    assert!(response.bytes().await.unwrap().is_empty());
}

#[tokio::test]
async fn the_classes_are_compressed_if_the_caller_accepts_it() {
    let server = TestServer::start().await;
    let request = server
        .request("GET", PATH)
        .header("accept-encoding", "gzip");
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    let plain = server.request("GET", PATH).send().await.unwrap();
    let (compressed, plain) = (response.bytes().await, plain.bytes().await);
    assert!(compressed.unwrap().len() < plain.unwrap().len() / 2);
}

#[tokio::test]
async fn classes_that_nobody_knows_are_answered_with_503() {
    let server = TestServer::with(0, |options| options).await;
    let response = server.request("GET", PATH).send().await.unwrap();
    assert_eq!(response.status(), 503);
    assert!(response.headers().contains_key("retry-after"));
    let refusal = body(response).await["errors"].to_string();
    assert!(
        refusal.contains("no engine instance has been reached"),
        "{refusal}"
    );
}
