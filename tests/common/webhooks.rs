//! Services whose webhooks may call receivers on loopback, and calls of their operations.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use service::{Options, WebhookNetworks};

use super::{KEY, TestServer, eventually, texts};

pub(crate) const WEBHOOKS: &str = "/api/v1/comfy/webhooks";

/// Lets webhooks call receivers on loopback.
pub(crate) fn local(mut options: Options) -> Options {
    options.webhooks.networks = WebhookNetworks::new(vec!["127.0.0.0/8".parse().unwrap()]);
    options
}

/// The same, and waits only briefly for their answers.
pub(crate) fn impatient(options: Options) -> Options {
    let mut options = local(options);
    options.webhooks.timeout = Duration::from_millis(500);
    options
}

/// A service with an engine, whose webhooks may call receivers on loopback.
pub(crate) async fn service() -> TestServer {
    TestServer::with(1, local).await
}

/// Calls an operation with a key.
pub(crate) async fn call_with(
    server: &TestServer,
    key: &str,
    method: &str,
    path: &str,
    body: Value,
) -> (StatusCode, Value) {
    let mut request = server.request_with(key, method, &format!("{WEBHOOKS}{path}"));
    if !body.is_null() {
        request = request.json(&body);
    }
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Calls an operation with the first key. Returns the `data` of the answer.
pub(crate) async fn call(server: &TestServer, method: &str, path: &str, body: Value) -> Value {
    let (status, answer) = call_with(server, KEY, method, path, body).await;
    assert_eq!(status, 200, "{method} {path}: {answer}");
    answer["data"].clone()
}

/// Adds a webhook for these events. Returns it, with the secret if that is new.
pub(crate) async fn add(server: &TestServer, url: &str, events: &[&str]) -> Value {
    call(server, "POST", "", json!({ "url": url, "events": events })).await
}

/// The deliveries in a state, from newest to oldest.
pub(crate) async fn deliveries(server: &TestServer, state: &str) -> Vec<Value> {
    let path = format!("/deliveries?state={state}&page_size=1000");
    let page = call(server, "GET", &path, Value::Null).await;
    page["deliveries"].as_array().unwrap().clone()
}

/// Waits until at least so many deliveries are in a state. Returns them.
pub(crate) async fn eventually_in(server: &TestServer, state: &str, count: usize) -> Vec<Value> {
    let are_there = async || {
        let found = deliveries(server, state).await;
        (found.len() >= count).then_some(found)
    };
    eventually(&format!("{count} deliveries are {state}"), are_there).await
}

/// Waits until a delivery had so many attempts. Returns it.
pub(crate) async fn eventually_attempted(server: &TestServer, attempts: u64) -> Value {
    let is_attempted = async || {
        let pending = deliveries(server, "").await;
        let mut pending = pending.into_iter();
        pending.find(|one| one["attempts"].as_u64().unwrap() >= attempts)
    };
    eventually(&format!("there were {attempts} attempts"), is_attempted).await
}

/// Submits a run that completes soon. Returns its id.
pub(crate) async fn run(server: &TestServer) -> String {
    server.run("join", texts(&[("title", "a")])).await
}

/// Submits a run that reports to an address. Returns the status and the answer.
pub(crate) async fn run_with(server: &TestServer, key: &str, url: &str) -> (StatusCode, Value) {
    let query = [("workflow_id", "join"), ("webhook_url", url)];
    let query = query.map(|(name, value)| format!("{name}={}", service::percent_encoded(value)));
    let path = format!("/api/v1/runs?{}", query.join("&"));
    let request = server.request_with(key, "POST", &path);
    let response = request.multipart(texts(&[("title", "a")])).send().await;
    let response = response.unwrap();
    let status = response.status();
    (status, response.json().await.unwrap())
}

/// Makes a key with these terms. Returns it.
pub(crate) async fn made(server: &TestServer, terms: Value) -> String {
    let request = server.request("POST", "/api/v1/comfy/keys").json(&terms);
    let body: Value = request.send().await.unwrap().json().await.unwrap();
    body["data"]["key"].as_str().unwrap().to_owned()
}
