//! Which part of a full queue each key has.

use reqwest::StatusCode;
use serde_json::json;

use crate::common::fake_engine::FakeEngine;
use crate::common::{KEY, TestServer, eventually, json as body_of, no_inputs};

const KEYS: &str = "/api/v1/comfy/keys";

/// A service where four runs may wait for an engine that ends none.
async fn start() -> (TestServer, FakeEngine) {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = TestServer::with(0, |mut options| {
        options.rules.depth = 1;
        options.rules.queue_limit = 4;
        options
    })
    .await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    server.run("short", no_inputs()).await;
    let is_running = async || (engine.running() == 1).then_some(());
    eventually("the engine has a run", is_running).await;
    (server, engine)
}

async fn made(server: &TestServer, name: &str, share: f64) -> String {
    let body = json!({ "name": name, "share": share });
    let response = server.request("POST", KEYS).json(&body).send().await;
    let body = body_of(response.unwrap()).await;
    body["data"]["key"].as_str().unwrap().to_owned()
}

async fn submit(server: &TestServer, key: &str) -> reqwest::Response {
    let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=short");
    request.multipart(no_inputs()).send().await.unwrap()
}

/// Submits runs of a key until one is refused. Returns how many were accepted.
async fn fill(server: &TestServer, key: &str) -> usize {
    let mut accepted = 0;
    loop {
        let response = submit(server, key).await;
        match response.status() {
            StatusCode::OK => accepted += 1,
            status => {
                assert_eq!(status, 429);
                let after = response.headers()["retry-after"].to_str().unwrap();
                assert!(after.parse::<u64>().unwrap() >= 1);
                let body = body_of(response).await;
                assert!(
                    body["errors"]
                        .as_str()
                        .unwrap()
                        .contains("this key has its part")
                );
                return accepted;
            }
        }
    }
}

#[tokio::test]
async fn a_batch_of_one_key_leaves_room_for_every_other_key_also_after_a_restart() {
    let (mut server, engine) = start().await;
    let (ann, bob) = (
        made(&server, "ann", 1.0).await,
        made(&server, "bob", 3.0).await,
    );
    assert_eq!(fill(&server, &ann).await, 4);
    assert_eq!(fill(&server, &bob).await, 3, "three quarters of four");
    server.restart(std::slice::from_ref(&engine.address)).await;
    for key in [&ann, &bob] {
        assert_eq!(fill(&server, key).await, 0);
    }
    let cid = made(&server, "cid", 0.1).await;
    assert_eq!(fill(&server, &cid).await, 1);
    assert_eq!(
        fill(&server, KEY).await,
        4,
        "the first key has the whole limit"
    );
}

#[tokio::test]
async fn the_runs_of_a_revoked_key_shut_nobody_out() {
    let (server, _engine) = start().await;
    let ann = made(&server, "ann", 1e6).await;
    assert_eq!(fill(&server, &ann).await, 4);
    let path = format!("{KEYS}/ann");
    let revoked = server.request("DELETE", &path).send().await.unwrap();
    assert_eq!(revoked.status(), 200);
    assert_eq!(submit(&server, &ann).await.status(), 403);
    let bob = made(&server, "bob", 1.0).await;
    assert_eq!(
        fill(&server, &bob).await,
        2,
        "its waiting runs count with the usual share"
    );
}
