//! Several keys: what each may do and see, and whose turn it is.

use std::fs;

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::program::flowdeck;
use crate::common::fake_engine::FakeEngine;
use crate::common::{KEY, TestServer, eventually, json as body_of, logs, no_inputs, texts};

const KEYS: &str = "/api/v1/comfy/keys";

async fn call(server: &TestServer, key: &str, method: &str, path: &str) -> (StatusCode, Value) {
    answer(server.request_with(key, method, path)).await
}

async fn answer(request: reqwest::RequestBuilder) -> (StatusCode, Value) {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Makes a key.
async fn made(server: &TestServer, name: &str, share: f64) -> String {
    let body = json!({ "name": name, "share": share });
    let (status, body) = answer(server.request("POST", KEYS).json(&body)).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["data"]["share"], share);
    body["data"]["key"].as_str().unwrap().to_owned()
}

async fn run_of(server: &TestServer, key: &str, workflow: &str) -> String {
    let path = format!("/api/v1/runs?workflow_id={workflow}&group_id=g");
    let form = match workflow {
        "join" => texts(&[("title", "a")]),
        _ => no_inputs(),
    };
    let request = server.request_with(key, "POST", &path).multipart(form);
    let (status, body) = answer(request).await;
    assert_eq!(status, 200, "{body}");
    body["data"][0]["run_id"].as_str().unwrap().to_owned()
}

async fn listed(server: &TestServer, key: &str) -> Vec<String> {
    let (_, body) = call(server, key, "GET", "/api/v1/runs").await;
    let runs = body["data"]["runs"].as_array().unwrap().iter();
    let mut ids: Vec<String> = runs
        .map(|run| run["_id"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids
}

#[tokio::test]
async fn a_key_sees_and_changes_only_its_own_runs_and_the_first_key_all() {
    let server = TestServer::with(1, |options| options).await;
    let (ann, bob) = (
        made(&server, "ann", 1.0).await,
        made(&server, "bob", 1.0).await,
    );
    let run = run_of(&server, &ann, "join").await;
    server.wait_for_status(&run, "completed").await;
    let of_first = server.run("join", texts(&[("title", "a")])).await;

    assert_eq!(listed(&server, &ann).await, [run.as_str()]);
    assert!(listed(&server, &bob).await.is_empty());
    let mut all = [run.clone(), of_first.clone()];
    all.sort();
    assert_eq!(listed(&server, KEY).await, all);

    let (_, detail) = call(&server, &ann, "GET", &format!("/api/v1/runs/{run}")).await;
    let file = detail["data"]["outputs"][0]["filename"].as_str().unwrap();
    let output = format!("/api/v1/runs/output?filename={file}");
    for (method, path) in [
        ("GET", format!("/api/v1/runs/{run}")),
        ("GET", output.clone()),
        ("POST", format!("/api/v1/runs/{run}/cancel")),
        ("POST", format!("/api/v1/runs/{run}/regenerate")),
    ] {
        let (status, _) = call(&server, &bob, method, &path).await;
        assert_eq!(status, 404, "{path}");
        let (status, _) = call(&server, &ann, "GET", &format!("/api/v1/runs/{of_first}")).await;
        assert_eq!(status, 404);
    }
    assert_eq!(call(&server, &ann, "GET", &output).await.0, 200);
    let again = format!("/api/v1/runs/{run}/regenerate");
    for (key, is_listed) in [(ann.as_str(), true), (KEY, false)] {
        let (status, body) = call(&server, key, "POST", &again).await;
        assert_eq!(status, 200, "{body}");
        let repeated = body["data"][0]["run_id"].as_str().unwrap().to_owned();
        assert_eq!(listed(&server, &ann).await.contains(&repeated), is_listed);
    }
}

#[tokio::test]
async fn a_usual_key_does_not_manage_keys_engines_and_workflows() {
    let server = TestServer::with(1, |options| options).await;
    let ann = made(&server, "ann", 1.0).await;
    for (method, path) in [
        ("GET", KEYS),
        ("POST", KEYS),
        ("DELETE", "/api/v1/comfy/keys/ann"),
        ("GET", "/api/v1/comfy/engines"),
        ("GET", "/api/v1/comfy/engines/found"),
        ("POST", "/api/v1/comfy/engines"),
        ("POST", "/api/v1/comfy/engines/drain"),
        ("DELETE", "/api/v1/comfy/engines"),
        ("PUT", "/api/v1/comfy/workflows/join"),
        ("DELETE", "/api/v1/comfy/workflows/join"),
    ] {
        let (status, body) = call(&server, &ann, method, path).await;
        assert_eq!(status, 403, "{method} {path}");
        assert!(
            body["errors"].as_str().unwrap().contains("lacks the right"),
            "{body}"
        );
    }
    for path in [
        "/api/v1/comfy/workflows",
        "/api/v1/comfy/workflows/join",
        "/api/v1/comfy/queue",
        "/api/v1/comfy/health",
        "/api/v1/comfy/object_info",
        "/openapi.json",
    ] {
        assert_eq!(call(&server, &ann, "GET", path).await.0, 200, "{path}");
    }
}

#[tokio::test]
async fn a_revoked_key_is_refused_at_once_and_its_runs_stay() {
    let mut server = TestServer::with(1, |options| options).await;
    let ann = made(&server, "ann", 2.5).await;
    let run = run_of(&server, &ann, "join").await;
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(
        listed(&server, &ann).await,
        [run.as_str()],
        "the key holds after a restart"
    );

    let (status, _) = call(&server, KEY, "DELETE", "/api/v1/comfy/keys/ann").await;
    assert_eq!(status, 200);
    assert_eq!(call(&server, &ann, "GET", "/api/v1/runs").await.0, 403);
    assert_eq!(
        call(&server, KEY, "DELETE", "/api/v1/comfy/keys/ann")
            .await
            .0,
        404
    );
    server.wait_for_status(&run, "completed").await;
    // A new key with the name sees its runs: so a key can be replaced.
    let new = made(&server, "ann", 1.0).await;
    assert_eq!(listed(&server, &new).await, [run.as_str()]);
    assert_eq!(call(&server, &ann, "GET", "/api/v1/runs").await.0, 403);
}

#[tokio::test]
async fn invalid_keys_are_not_made() {
    let server = TestServer::with(0, |options| options).await;
    made(&server, "ann", 1.0).await;
    let long = "x".repeat(65);
    for body in [
        json!({}),
        json!([]),
        json!({ "name": "" }),
        json!({ "name": "a b" }),
        json!({ "name": "a/b" }),
        json!({ "name": "ä" }),
        json!({ "name": long }),
        json!({ "name": 7 }),
        json!({ "name": "." }),
        json!({ "name": ".." }),
        json!({ "name": "bob", "share": 0 }),
        json!({ "name": "bob", "share": -1 }),
        json!({ "name": "bob", "share": 1e300 }),
        json!({ "name": "bob", "share": "2" }),
    ] {
        let (status, answer) = answer(server.request("POST", KEYS).json(&body)).await;
        assert_eq!(status, 422, "{body}: {answer}");
    }
    let (status, _) = answer(server.request("POST", KEYS).json(&json!({ "name": "ann" }))).await;
    assert_eq!(status, 409);
    let (_, keys) = call(&server, KEY, "GET", KEYS).await;
    let names = keys["data"].as_array().unwrap().iter();
    let names: Vec<&Value> = names.map(|key| &key["name"]).collect();
    assert_eq!(names, ["ann"]);
}

#[tokio::test]
async fn keys_with_names_that_addresses_drop_can_be_revoked() {
    let mut server = TestServer::with(0, |options| options).await;
    let key = made(&server, "ann", 1.0).await;
    let store = server.folder.path().join("data/flowdeck.sqlite");
    server.service.shutdown().await;
    // As versions did that did not refuse the name.
    let renamed = rusqlite::Connection::open(store)
        .and_then(|store| store.execute("UPDATE keys SET name = '..'", []));
    assert_eq!(renamed.unwrap(), 1);
    server.restart_without_waiting(&[]).await;
    assert_eq!(call(&server, &key, "GET", "/api/v1/runs").await.0, 200);
    let (status, _) = call(&server, KEY, "DELETE", KEYS).await;
    assert_eq!(status, 422, "the name is missing");
    let (status, _) = call(&server, &key, "DELETE", &format!("{KEYS}?name=..")).await;
    assert_eq!(status, 403);
    let revoke = ["keys", "revoke", "..", "--url", &server.url];
    let (succeeded, text) = flowdeck(server.folder.path(), &revoke, Some(KEY)).await;
    assert!(succeeded, "{text}");
    assert_eq!(call(&server, &key, "GET", "/api/v1/runs").await.0, 403);
}

#[tokio::test]
async fn the_number_of_keys_is_limited() {
    let mut server = TestServer::with(0, |options| options).await;
    made(&server, "ann", 1.0).await;
    server.service.shutdown().await;
    let store = rusqlite::Connection::open(server.folder.path().join("data/flowdeck.sqlite"));
    let sql = "WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
        INSERT INTO keys (name, hash, share, created_at) SELECT 'key-' || n, randomblob(32), 1.0, created_at FROM numbers, keys";
    assert_eq!(store.unwrap().execute(sql, []).unwrap(), 999);
    server.restart_without_waiting(&[]).await;
    let new = async |name: &str| {
        let (status, body) =
            answer(server.request("POST", KEYS).json(&json!({ "name": name }))).await;
        (
            status.as_u16(),
            body["errors"].as_str().unwrap_or_default().to_owned(),
        )
    };
    let (status, why) = new("bob").await;
    assert!(
        status == 409 && why.contains("there are 1000 already; revoke one"),
        "{why}"
    );
    assert!(new("ann").await.1.contains("a key “ann” already"));
    let (status, _) = call(&server, KEY, "DELETE", &format!("{KEYS}/ann")).await;
    assert_eq!((status.as_u16(), new("bob").await.0), (200, 200));
}

#[tokio::test]
async fn neither_the_store_nor_lists_nor_logs_contain_a_key() {
    let server = TestServer::with(1, |options| options).await;
    let key = made(&server, "ann", 1.0).await;
    run_of(&server, &key, "join").await;
    let (_, keys) = call(&server, KEY, "GET", KEYS).await;
    assert!(!keys.to_string().contains(&key));
    assert!(!logs::text().contains(&key));
    for file in fs::read_dir(server.folder.path().join("data")).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let content = fs::read(&path).unwrap();
            let has_key = content
                .windows(key.len())
                .any(|part| part == key.as_bytes());
            assert!(!has_key, "{}", path.display());
        }
    }
}

#[tokio::test]
async fn one_key_s_batch_does_not_hold_up_another_key_s_run() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = TestServer::with(0, |mut options| {
        let limits = &mut options.engine_limits;
        limits.busy_interval = std::time::Duration::from_millis(20);
        limits.shortest_interval = std::time::Duration::from_millis(10);
        options
    })
    .await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let (ann, bob) = (
        made(&server, "ann", 1.0).await,
        made(&server, "bob", 1.0).await,
    );
    for _ in 0..6 {
        run_of(&server, &ann, "short").await;
    }
    let has_two = async || (engine.running() == 2).then_some(());
    eventually("the engine has its runs", has_two).await;
    let run = run_of(&server, &bob, "short").await;
    let (_, detail) = call(&server, &bob, "GET", &format!("/api/v1/runs/{run}")).await;
    assert_eq!(detail["data"]["position"], 1);
    let own = async |key: &str| {
        let (_, queue) = call(&server, key, "GET", "/api/v1/comfy/queue").await;
        queue["meta"]["waiting"]["own"].as_array().unwrap().len()
    };
    assert_eq!(
        (own(&ann).await, own(&bob).await, own(KEY).await),
        (4, 1, 0)
    );
    engine.end_all();
    let is_handed_over = async || {
        let (_, detail) = call(&server, &bob, "GET", &format!("/api/v1/runs/{run}")).await;
        (detail["data"]["position"].is_null()).then_some(())
    };
    eventually("it is the other key's turn", is_handed_over).await;
    let (_, queue) = call(&server, &ann, "GET", "/api/v1/comfy/queue").await;
    assert!(queue["meta"]["waiting"]["count"].as_u64().unwrap() >= 3);
}

#[tokio::test]
async fn idempotency_keys_of_different_keys_do_not_clash() {
    let server = TestServer::with(1, |options| options).await;
    let (ann, bob) = (
        made(&server, "ann", 1.0).await,
        made(&server, "bob", 1.0).await,
    );
    let submit = async |key: &str| {
        let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=join");
        let request = request.header("Idempotency-Key", "same");
        let response = request
            .multipart(texts(&[("title", "a")]))
            .send()
            .await
            .unwrap();
        body_of(response).await["data"][0]["run_id"].clone()
    };
    let (one, other) = (submit(&ann).await, submit(&bob).await);
    assert!(one.is_string() && one != other);
    assert_eq!((submit(&ann).await, submit(&bob).await), (one, other));
}

#[tokio::test]
async fn keys_are_made_listed_and_revoked_by_the_program() {
    let server = TestServer::with(0, |options| options).await;
    let folder = tempfile::tempdir().unwrap();
    let run = async |arguments: &[&str], key: &str| {
        let arguments = [&["keys"], arguments, &["--url", &server.url]].concat();
        flowdeck(folder.path(), &arguments, Some(key)).await
    };
    let (_, text) = run(&["list"], KEY).await;
    assert_eq!(
        text,
        "there are no keys besides the first one; make one with flowdeck keys new NAME\n"
    );
    let (succeeded, text) = run(&["new", "ann", "--share", "2.5"], KEY).await;
    assert!(succeeded, "{text}");
    let key = text.lines().next().unwrap().to_owned();
    assert!(key.len() == 40 && text.contains("only time"), "{text}");
    assert_eq!(call(&server, &key, "GET", "/api/v1/runs").await.0, 200);
    let (_, text) = run(&["list"], KEY).await;
    assert!(
        text.starts_with("ann  run,read,share  no limits  share 2.5  "),
        "{text}"
    );
    let (succeeded, text) = run(&["list"], &key).await;
    assert!(
        !succeeded && text.contains("lacks the right “admin”"),
        "{text}"
    );
    let (succeeded, text) = run(&["new", "ann"], KEY).await;
    assert!(!succeeded && text.contains("already"), "{text}");
    let (succeeded, text) = run(&["new", "a b"], KEY).await;
    assert!(!succeeded && text.contains("1 to 64"), "{text}");
    let (_, text) = run(&["revoke", "ann"], KEY).await;
    assert_eq!(text, "revoked ann; its runs stay\n");
    let (succeeded, text) = run(&["revoke", "ann"], KEY).await;
    assert!(!succeeded && text.contains("there is no key"), "{text}");
}
