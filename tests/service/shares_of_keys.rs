//! What the holder of one key cannot take from others: connections, uploads and streams.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::connections::Caller;
use super::program::flowdeck;
use crate::common::{KEY, TestServer, webhooks};

const KEYS: &str = "/api/v1/comfy/keys";
const QUEUE: &str = "/api/v1/comfy/queue";

/// A service with 40 connections, of which a key may have 8 in work, and half of that for uploads and for streams.
async fn service() -> TestServer {
    TestServer::with(1, |mut options| {
        options.limits = options.limits.with_connections(40);
        webhooks::local(options)
    })
    .await
}

async fn made(server: &TestServer, terms: Value) -> String {
    let request = server.request("POST", KEYS).json(&terms);
    let body: Value = request.send().await.unwrap().json().await.unwrap();
    body["data"]["key"].as_str().unwrap().to_owned()
}

/// A submission of a key whose body does not come.
async fn uploading(server: &TestServer, key: &str) -> Caller {
    let mut caller = Caller::connect(server).await;
    let head = format!(
        "POST /api/v1/runs?workflow_id=join HTTP/1.1\r\nhost: localhost\r\nx-api-key: {key}\r\n\
         content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\nexpect: 100-continue\r\n\r\n"
    );
    caller.send(&head).await;
    caller
}

/// A stream of a key.
async fn watching(server: &TestServer, key: &str) -> Caller {
    let mut caller = Caller::connect(server).await;
    let request =
        format!("GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\nx-api-key: {key}\r\n\r\n");
    caller.send(&request).await;
    caller
}

async fn status(server: &TestServer, key: &str, path: &str) -> StatusCode {
    let request = server.request_with(key, "GET", path);
    request.send().await.unwrap().status()
}

#[tokio::test]
async fn a_key_at_its_bounds_is_told_so_and_others_are_served() {
    let server = service().await;
    let hostile = made(&server, json!({ "name": "hostile" })).await;
    let other = made(&server, json!({ "name": "other" })).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut caller = uploading(&server, &hostile).await;
        caller.read_until("HTTP/1.1 100 Continue\r\n\r\n").await;
        held.push(caller);
    }
    let mut refused = uploading(&server, &hostile).await;
    let head = refused.read_until("\r\n\r\n").await;
    assert!(head.starts_with("HTTP/1.1 429"), "{head}");
    assert!(head.to_lowercase().contains("retry-after: 5"), "{head}");
    let why = "this key is sending 4 requests, which is its limit; try again in 5 s";
    refused.read_until(why).await;
    for _ in 0..4 {
        let mut caller = watching(&server, &hostile).await;
        caller.read_until("HTTP/1.1 200 OK\r\n").await;
        held.push(caller);
    }
    let mut refused = watching(&server, &hostile).await;
    let why = "this key has 8 requests in progress, which is its limit; try again in 5 s";
    refused.read_until(why).await;
    assert_eq!(status(&server, &hostile, QUEUE).await, 429);
    for key in [other.as_str(), KEY] {
        assert_eq!(status(&server, key, QUEUE).await, 200);
        let mut caller = uploading(&server, key).await;
        caller.read_until("HTTP/1.1 100 Continue\r\n\r\n").await;
        let mut caller = watching(&server, key).await;
        caller.read_until("HTTP/1.1 200 OK\r\n").await;
    }
    assert_eq!(status(&server, "", "/llms.txt").await, 200);
}

#[tokio::test]
async fn a_key_has_half_of_its_requests_for_streams() {
    let server = service().await;
    let key = made(&server, json!({ "name": "watcher" })).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut caller = watching(&server, &key).await;
        caller.read_until("HTTP/1.1 200 OK\r\n").await;
        held.push(caller);
    }
    let mut refused = watching(&server, &key).await;
    let why = "this key has 4 streams of events open, which is its limit; read the run instead; try again in 10 s";
    refused.read_until(why).await;
    assert_eq!(status(&server, &key, QUEUE).await, 200);
}

#[tokio::test]
async fn the_operator_revokes_keys_that_have_taken_everything() {
    let server = service().await;
    let other = made(&server, json!({ "name": "other" })).await;
    let mut keys = Vec::new();
    for number in 0..6 {
        let name = format!("hostile{number}");
        keys.push(made(&server, json!({ "name": name })).await);
    }
    // More than there are: each is answered, and some of the keys with the most make room.
    let mut held = Vec::new();
    for key in keys.iter().flat_map(|key| [key; 4]) {
        for mut caller in [uploading(&server, key).await, watching(&server, key).await] {
            caller.read_until("\r\n").await;
            held.push(caller);
        }
    }
    let mut caller = Caller::connect(&server).await;
    let request = format!("GET {QUEUE} HTTP/1.1\r\nhost: localhost\r\nx-api-key: {other}\r\n\r\n");
    caller.send(&request).await;
    caller.read_until("HTTP/1.1 200 OK\r\n").await;
    let revoke = ["keys", "revoke", "hostile0", "--url", &server.url];
    let (succeeded, text) = flowdeck(server.folder.path(), &revoke, Some(KEY)).await;
    assert!(succeeded, "{text}");
    let admin = json!({ "name": "admin", "may": ["admin"] });
    let admin = made(&server, admin).await;
    assert_eq!(status(&server, &admin, KEYS).await, 200);
}

#[tokio::test]
async fn webhook_tests_of_one_key_leave_room_for_those_of_others() {
    let server = service().await;
    let receiver = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", receiver.local_addr().unwrap());
    let mut keys = Vec::new();
    for name in ["hostile", "other"] {
        let key = made(&server, json!({ "name": name })).await;
        let secret = webhooks::call_with(&server, &key, "POST", "/secret", json!({})).await;
        assert_eq!(secret.0, 200, "{secret:?}");
        keys.push(key);
    }
    let test = |key: &str| {
        let request = server.request_with(key, "POST", "/api/v1/comfy/webhooks/test");
        request.json(&json!({ "url": url })).send()
    };
    let (mut under_way, mut sockets) = (Vec::new(), Vec::new());
    for key in [&keys[0], &keys[0], &keys[1]] {
        under_way.push(tokio::spawn(test(key)));
        // The receiver takes the connection, and never answers.
        sockets.push(receiver.accept().await.unwrap());
    }
    let refused = test(&keys[0]).await.unwrap();
    assert_eq!(refused.status(), 503);
    let why = refused.text().await.unwrap();
    assert!(why.contains("2 tests of this key are under way"), "{why}");
    assert!(under_way.iter().all(|test| !test.is_finished()));
}
