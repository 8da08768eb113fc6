//! What each kind of key may do: every operation, with every right, and with keys that are no longer valid.

use std::collections::BTreeMap;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::{KEY, TestServer};

const KEYS: &str = "/api/v1/comfy/keys";
const RIGHTS: [&str; 6] = ["run", "read", "deploy", "share", "metrics", "admin"];
const PAST: &str = "2020-01-01T00:00:00Z";

async fn made(server: &TestServer, body: Value) -> String {
    let response = server
        .request("POST", KEYS)
        .json(&body)
        .send()
        .await
        .unwrap();
    let body: Value = response.json().await.unwrap();
    body["data"]["key"]
        .as_str()
        .unwrap_or_else(|| panic!("{body}"))
        .to_owned()
}

/// Every operation of the document, and what it needs of a key.
async fn operations(server: &TestServer) -> BTreeMap<(String, String), String> {
    let document = server.get("/openapi.json").await;
    let mut found = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if method == "parameters" {
                continue;
            }
            let roles = operation["security"][0]["apiKey"].as_array();
            let roles = roles.unwrap_or_else(|| panic!("{method} {path} states no right"));
            let role = match roles.as_slice() {
                [] => "any key",
                [role] => role.as_str().unwrap(),
                roles => panic!("{method} {path}: {roles:?}"),
            };
            assert!(
                operation["operationId"].is_string(),
                "{method} {path} is not described"
            );
            // Each workflow has an operation of its own.
            let path = match operation["x-workflow-id"].is_string() {
                true => "/api/v1/comfy/workflows/{workflow_id}/runs",
                false => path.as_str(),
            };
            found.insert((method.to_uppercase(), path.to_owned()), role.to_owned());
        }
    }
    found
}

/// The answer to a request without a body for something that does not exist.
async fn answer(server: &TestServer, key: &str, method: &str, path: &str) -> (StatusCode, String) {
    let path = path
        .replace("{workflow_id}", "none")
        .replace("{run_id}", "none");
    let path = path
        .replace("{name}", "none")
        .replace("{id}", "none")
        .replace("{path}", "none")
        .replace("{page}", "none.md");
    let response = server
        .request_with(key, method, &path)
        .send()
        .await
        .unwrap();
    let status = response.status();
    let kind = response.headers().get("content-type");
    // A stream never ends by itself.
    match kind.is_some_and(|kind| kind == "text/event-stream") {
        true => (status, String::new()),
        false => (status, response.text().await.unwrap()),
    }
}

#[tokio::test]
async fn every_operation_needs_the_right_that_it_states() {
    let server = TestServer::with(1, |options| options).await;
    let mut keys = Vec::new();
    for right in RIGHTS {
        let key = made(&server, json!({ "name": right, "may": [right] })).await;
        keys.push((right, key));
    }
    let operations = operations(&server).await;
    assert!(operations.len() >= 30);
    for ((method, path), needed) in &operations {
        for (right, key) in &keys {
            let (status, text) = answer(&server, key, method, path).await;
            let is_admin = *right == "admin" && needed != "first";
            let may = is_admin || needed == right || needed == "any key";
            let is_refused = status == StatusCode::FORBIDDEN;
            assert_eq!(
                is_refused, !may,
                "{method} {path} with {right}: {status} {text}"
            );
            if is_refused {
                assert!(text.contains(needed.as_str()), "{method} {path}: {text}");
            }
        }
        let (status, text) = answer(&server, KEY, method, path).await;
        assert!(
            status != StatusCode::FORBIDDEN && status != StatusCode::METHOD_NOT_ALLOWED,
            "{method} {path}: {status} {text}"
        );
    }
}

#[tokio::test]
async fn no_operation_accepts_a_key_that_is_not_valid() {
    let server = TestServer::with(1, |options| options).await;
    let admin = |name: &str, expires_at: Value| json!({ "name": name, "may": ["admin"], "expires_at": expires_at });
    let expired = made(&server, admin("expired", json!(PAST))).await;
    let revoked = made(&server, admin("revoked", Value::Null)).await;
    let regenerated = made(&server, admin("regenerated", Value::Null)).await;
    let call = async |method: &str, path: &str| server.request(method, path).send().await.unwrap();
    assert_eq!(
        call("DELETE", &format!("{KEYS}/revoked")).await.status(),
        200
    );
    assert_eq!(
        call("POST", &format!("{KEYS}/regenerated/regenerate"))
            .await
            .status(),
        200
    );
    for (method, path) in operations(&server).await.keys() {
        for (key, why) in [
            (&expired, "has expired"),
            (&revoked, "doesn't match"),
            (&regenerated, "doesn't match"),
        ] {
            let (status, text) = answer(&server, key, method, path).await;
            assert_eq!(status, 403, "{method} {path}: {text}");
            assert!(text.contains(why), "{method} {path}: {text}");
        }
        let (status, text) = answer(&server, "", method, path).await;
        // It answers without a key, too.
        let expected = if path == "/llms.txt" { 200 } else { 401 };
        assert_eq!(status, expected, "{method} {path}: {text}");
    }
}

#[tokio::test]
async fn a_key_learns_what_it_may_do() {
    let server = TestServer::with(0, |options| options).await;
    let terms = json!({
        "name": "ann", "may": ["metrics"], "share": 2.0,
        "expires_at": "2999-01-01T00:00:00.000Z",
    });
    let key = made(&server, terms.clone()).await;
    let own = async |key: &str| {
        let response = server
            .request_with(key, "GET", "/api/v1/comfy/key")
            .send()
            .await;
        let body: Value = response.unwrap().json().await.unwrap();
        body["data"].clone()
    };
    let data = own(&key).await;
    for (name, value) in terms.as_object().unwrap() {
        assert_eq!(&data[name], value, "{name}");
    }
    assert_eq!(data["is_first"], false);
    assert!(data["last_used_at"].is_string(), "{data}");
    assert_eq!(own(KEY).await, json!({ "is_first": true }));
}

#[tokio::test]
async fn an_edit_changes_what_it_names_at_once_and_after_a_restart() {
    let mut server = TestServer::with(0, |options| options).await;
    let key = made(
        &server,
        json!({ "name": "ann", "share": 3.0, "expires_at": "2999-01-01T00:00:00Z" }),
    )
    .await;
    let edit = async |server: &TestServer, body: Value| {
        let request = server.request("PATCH", &format!("{KEYS}/ann")).json(&body);
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        (status, response.json::<Value>().await.unwrap())
    };
    let (status, body) = edit(&server, json!({ "may": ["read"], "expires_at": null })).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(
        (
            &body["data"]["may"],
            &body["data"]["expires_at"],
            &body["data"]["share"]
        ),
        (&json!(["read"]), &Value::Null, &json!(3.0))
    );
    for _ in 0..2 {
        let (status, _) = answer(&server, &key, "GET", "/api/v1/comfy/shares").await;
        assert_eq!(status, 403);
        server.restart_without_waiting(&[]).await;
    }
    for body in [
        json!({ "may": ["fly"] }),
        json!({ "name": "bob" }),
        json!({ "expires_at": 7 }),
        json!([]),
    ] {
        let (status, answer) = edit(&server, body.clone()).await;
        assert_eq!(status, 422, "{body}: {answer}");
    }
    let response = server
        .request("PATCH", &format!("{KEYS}/bob"))
        .json(&json!({}))
        .send();
    assert_eq!(response.await.unwrap().status(), 404);
}
