//! Who has started a run and which engine instance has it: in its detail, in lists, and as filters.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::fake_engine::FakeEngine;
use crate::common::{KEY, TestServer, field_errors, json, no_inputs};

/// A service in front of an engine that finishes nothing, and a key named `ann`.
async fn server(engine: &FakeEngine) -> (TestServer, String) {
    engine.hold();
    let mut server = TestServer::with(0, |options| options).await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let made = server.request("POST", "/api/v1/comfy/keys");
    let made = made.json(&json!({ "name": "ann" })).send().await.unwrap();
    let ann = json(made).await["data"]["key"].as_str().unwrap().to_owned();
    (server, ann)
}

/// Submits a run with a key. Returns its id.
async fn submitted(server: &TestServer, key: &str) -> String {
    let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=short");
    let answer = json(request.multipart(no_inputs()).send().await.unwrap()).await;
    let id = answer["data"][0]["run_id"].as_str();
    id.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// The ids that a key lists, and how many there are in all.
async fn listed(server: &TestServer, key: &str, query: &str) -> (Vec<Value>, u64) {
    let request = server.request_with(key, "GET", &format!("/api/v1/runs?{query}"));
    let list = json(request.send().await.unwrap()).await["data"].clone();
    let runs = list["runs"].as_array().unwrap_or_else(|| panic!("{list}"));
    let ids = runs.iter().map(|run| run["_id"].clone()).collect();
    (ids, list["count"].as_u64().unwrap())
}

#[tokio::test]
async fn a_run_shows_its_owner_and_its_instance() {
    let engine = FakeEngine::start().await;
    let (server, ann) = server(&engine).await;
    let first = submitted(&server, KEY).await;
    let detail = server.wait_for_status(&first, "running").await;
    assert_eq!(detail["owner"], "first key");
    assert_eq!(detail["comfy_uri"], engine.address.as_str());
    let of_ann = submitted(&server, &ann).await;
    let detail = server.request_with(&ann, "GET", &format!("/api/v1/runs/{of_ann}"));
    let detail = json(detail.send().await.unwrap()).await["data"].clone();
    assert_eq!(detail["owner"], "ann");
    let list = server.get("/api/v1/runs").await["data"]["runs"].clone();
    assert_eq!(
        (&list[0]["owner"], &list[1]["owner"]),
        (&json!("ann"), &json!("first key"))
    );
    assert_eq!(list[1]["comfy_uri"], engine.address.as_str());
}

#[tokio::test]
async fn runs_are_listed_by_owner_instance_state_and_workflow() {
    let engine = FakeEngine::start().await;
    let (server, ann) = server(&engine).await;
    let first = submitted(&server, KEY).await;
    server.wait_for_status(&first, "running").await;
    let of_ann = submitted(&server, &ann).await;
    let at_engine = format!("comfy_uri={}&status=running", engine.address);
    for (query, expected) in [
        ("owner=ann", &of_ann),
        ("owner=first%20key", &first),
        (at_engine.as_str(), &first),
        ("owner=ann&workflow_id=short", &of_ann),
    ] {
        assert_eq!(
            listed(&server, KEY, query).await,
            (vec![json!(expected)], 1),
            "{query}"
        );
    }
    for query in [
        "owner=nobody",
        "comfy_uri=http://x",
        "status=failed",
        "workflow_id=x",
    ] {
        assert_eq!(listed(&server, KEY, query).await, (vec![], 0), "{query}");
    }
    let odd = server
        .request("GET", "/api/v1/runs?status=waiting")
        .send()
        .await
        .unwrap();
    assert_eq!(
        field_errors(odd).await,
        [(json!(["query", "status"]), "enum".to_owned())]
    );
}

#[tokio::test]
async fn a_key_without_admin_lists_its_own_runs_and_no_others() {
    let engine = FakeEngine::start().await;
    let (server, ann) = server(&engine).await;
    let first = submitted(&server, KEY).await;
    server.wait_for_status(&first, "running").await;
    let of_ann = submitted(&server, &ann).await;
    for query in ["", "owner=ann", "owner="] {
        assert_eq!(
            listed(&server, &ann, query).await,
            (vec![json!(of_ann)], 1),
            "{query}"
        );
    }
    for other in ["first%20key", "bob"] {
        let request = server.request_with(&ann, "GET", &format!("/api/v1/runs?owner={other}"));
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{other}");
    }
    let request = server.request_with(&ann, "GET", &format!("/api/v1/runs/{first}"));
    assert_eq!(
        request.send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}
