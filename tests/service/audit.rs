//! The audit log: who has changed what, from where.

use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use service::Options;

use super::program::{Program, flowdeck, folder};
use super::shares::completed;
use crate::common::fake_engine::FakeEngine;
use crate::common::{KEY, TestServer, eventually, json as body_of};

const AUDIT: &str = "/api/v1/comfy/audit";
const KEYS: &str = "/api/v1/comfy/keys";
const ENGINES: &str = "/api/v1/comfy/engines";
const GREETING: &str = "/api/v1/comfy/workflows/greeting";
const SHARES: &str = "/api/v1/comfy/shares";
/// The client that the proxy in front of the service reports.
const CLIENT: &str = "192.0.2.7";

async fn started() -> TestServer {
    TestServer::with(1, |options| Options {
        trust_proxy: true,
        has_key_file: true,
        ..options
    })
    .await
}

async fn send(request: RequestBuilder) -> (StatusCode, Value) {
    let request = request.header("X-Forwarded-For", CLIENT);
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or_default())
}

async fn call(
    server: &TestServer,
    key: &str,
    method: &str,
    path: &str,
    body: Value,
) -> (StatusCode, Value) {
    let request = server.request_with(key, method, path);
    send(if body.is_null() {
        request
    } else {
        request.json(&body)
    })
    .await
}

/// A call that succeeds. Returns its data.
async fn done(server: &TestServer, key: &str, method: &str, path: &str, body: Value) -> Value {
    let (status, mut body) = call(server, key, method, path, body).await;
    assert_eq!(status, 200, "{method} {path}: {body}");
    body["data"].take()
}

async fn new_key(server: &TestServer, name: &str, right: &str) -> String {
    let body = json!({ "name": name, "may": [right] });
    let key = done(server, KEY, "POST", KEYS, body).await;
    key["key"].as_str().unwrap().to_owned()
}

async fn deploy(server: &TestServer, key: &str, workflow: &str) -> StatusCode {
    let file = Part::bytes(workflow.as_bytes().to_vec()).file_name("a.json");
    let request = server.request_with(key, "PUT", GREETING);
    send(request.multipart(Form::new().part("workflow", file)))
        .await
        .0
}

fn workflow() -> String {
    json!({
        "1": { "class_type": "InputText", "inputs": { "name": "hidden-field" } },
        "2": { "class_type": "SaveText", "inputs": { "text": ["1", 0], "filename_prefix": "a" } },
    })
    .to_string()
}

/// The lines that a query chooses, from first to last: actor, address, action and subject.
async fn lines(server: &TestServer, query: &str) -> Vec<[String; 4]> {
    let page = server.get(&format!("{AUDIT}?{query}")).await["data"].take();
    let entries = page["entries"].as_array().unwrap().iter().rev();
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    entries
        .map(|entry| ["actor", "address", "action", "subject"].map(|name| text(entry, name)))
        .collect()
}

/// The actions of the key “ann”, which may do everything. Returns the new link.
async fn act(server: &TestServer, ann: &str, run: &str, engine: &str) -> Value {
    let uri = json!({ "comfy_uri": engine });
    let act =
        async |method: &str, path: &str, body: Value| done(server, ann, method, path, body).await;
    assert_eq!(deploy(server, ann, &workflow()).await, 200);
    act("DELETE", GREETING, Value::Null).await;
    let share = act("POST", SHARES, json!({ "run_id": run })).await;
    let path = format!("{SHARES}/{}", share["id"].as_str().unwrap());
    act("DELETE", &path, Value::Null).await;
    act("POST", ENGINES, uri.clone()).await;
    act("POST", &format!("{ENGINES}/drain"), uri).await;
    act(
        "DELETE",
        &format!("{ENGINES}?comfy_uri={engine}/"),
        Value::Null,
    )
    .await;
    act("DELETE", &format!("/api/v1/runs/{run}"), Value::Null).await;
    share
}

#[tokio::test]
async fn every_action_leaves_one_line_without_keys_and_values() {
    let server = started().await;
    let run = completed(&server, "hidden-title").await;
    let engine = FakeEngine::start().await;

    let ann = new_key(&server, "ann", "admin").await;
    let edit = json!({ "share": 61.25 });
    done(&server, KEY, "PATCH", &format!("{KEYS}/ann"), edit).await;
    let share = act(&server, &ann, &run, &engine.address).await;
    let share_id = share["id"].as_str().unwrap();
    let grace = json!({ "grace": 600 });
    let path = format!("{KEYS}/ann/regenerate");
    let again = done(&server, KEY, "POST", &path, grace.clone()).await;
    done(&server, KEY, "DELETE", &format!("{KEYS}/ann"), Value::Null).await;
    let first = done(&server, KEY, "POST", "/api/v1/comfy/key/regenerate", grace).await;

    let shared = format!("{run}/{share_id}");
    let expected = [
        ("first key", "key.create", "ann"),
        ("first key", "key.edit", "ann"),
        ("ann", "workflow.deploy", "greeting@v1"),
        ("ann", "workflow.delete", "greeting"),
        ("ann", "share.create", &shared),
        ("ann", "share.revoke", &shared),
        ("ann", "engine.add", &engine.address),
        ("ann", "engine.drain", &engine.address),
        ("ann", "engine.remove", &engine.address),
        ("ann", "run.delete", &run),
        ("first key", "key.regenerate", "ann"),
        ("first key", "key.revoke", "ann"),
        ("first key", "key.regenerate", "first key"),
    ];
    let expected = expected.map(|(actor, action, subject)| [actor, CLIENT, action, subject]);
    assert_eq!(lines(&server, "").await, expected);

    let text = server.get(AUDIT).await.to_string();
    let token = share["url"].as_str().unwrap().rsplit('/').next().unwrap();
    let keys = [&again["key"], &first["key"]].map(|key| key.as_str().unwrap());
    // No time can contain this share.
    for secret in [KEY, &ann, token, "hidden", "61.25"].iter().chain(&keys) {
        assert!(!text.contains(secret), "{secret}");
    }
}

/// A call that is refused with this status.
type Refused<'a> = (&'a str, &'a str, &'a str, Value, u16);

/// Makes calls that are refused, and ensures that they leave no line.
async fn ensure_not_logged(server: &TestServer, calls: &[Refused<'_>]) {
    let before = lines(server, "").await;
    for (key, method, path, body, expected) in calls {
        let (status, body) = call(server, key, method, path, body.clone()).await;
        assert_eq!(status, *expected, "{method} {path}: {body}");
    }
    assert_eq!(lines(server, "").await, before);
}

#[tokio::test]
async fn a_refused_change_of_keys_leaves_no_line() {
    let server = started().await;
    let bob = new_key(&server, "bob", "read").await;
    let name = |name: &str| json!({ "name": name });
    let (own, unknown) = (format!("{KEYS}/bob"), format!("{KEYS}/none"));
    let regenerate = format!("{unknown}/regenerate");
    let by_name = format!("{KEYS}?name=none");
    let calls: [Refused<'_>; 10] = [
        (KEY, "POST", KEYS, name("bob"), 409),
        (KEY, "POST", KEYS, name("a b"), 422),
        (KEY, "PATCH", &unknown, json!({ "share": 1 }), 404),
        (KEY, "PATCH", &own, json!({ "share": 0 }), 422),
        (KEY, "POST", &regenerate, Value::Null, 404),
        (KEY, "DELETE", &unknown, Value::Null, 404),
        (KEY, "DELETE", &by_name, Value::Null, 404),
        (&bob, "POST", KEYS, name("eve"), 403),
        (
            &bob,
            "POST",
            "/api/v1/comfy/key/regenerate",
            Value::Null,
            403,
        ),
        ("wrong", "POST", KEYS, name("eve"), 403),
    ];
    ensure_not_logged(&server, &calls).await;
}

#[tokio::test]
async fn another_refused_action_leaves_no_line() {
    let server = started().await;
    let bob = new_key(&server, "bob", "read").await;
    let before = lines(&server, "").await;
    let uri = |uri: &str| json!({ "comfy_uri": uri });
    let (drain, engine) = (
        format!("{ENGINES}/drain"),
        format!("{ENGINES}?comfy_uri=http://x"),
    );
    let share = format!("{SHARES}/none");
    let calls: [Refused<'_>; 7] = [
        (KEY, "DELETE", GREETING, Value::Null, 404),
        (KEY, "POST", SHARES, json!({ "run_id": "none" }), 404),
        (KEY, "DELETE", &share, Value::Null, 404),
        (KEY, "POST", ENGINES, uri("ftp://x"), 422),
        (KEY, "POST", &drain, uri("http://x"), 404),
        (KEY, "DELETE", &engine, Value::Null, 404),
        (&bob, "DELETE", GREETING, Value::Null, 403),
    ];
    ensure_not_logged(&server, &calls).await;
    assert_eq!(deploy(&server, KEY, "{}").await, 422);
    assert_eq!(deploy(&server, &bob, &workflow()).await, 403);
    assert_eq!(lines(&server, "").await, before);
}

#[tokio::test]
async fn the_log_survives_a_restart_and_forgets_old_lines_then() {
    let mut server = started().await;
    new_key(&server, "old", "read").await;
    new_key(&server, "new", "read").await;
    server.service.shutdown().await;
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let sql = "UPDATE audit SET at = '2026-01-01T00:00:00.000Z' WHERE subject = 'old'";
    assert_eq!(store.execute(sql, []).unwrap(), 1);
    drop(store);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    let is_forgotten = async || {
        let lines = lines(&server, "").await;
        (lines.len() == 1 && lines[0][3] == "new").then_some(())
    };
    eventually("the old line is gone", is_forgotten).await;
}

#[tokio::test]
async fn a_query_chooses_lines_and_is_checked() {
    let server = started().await;
    let ann = new_key(&server, "ann", "admin").await;
    for number in 0..3 {
        let name = json!({ "name": format!("key-{number}") });
        done(&server, &ann, "POST", KEYS, name).await;
    }
    let subjects = async |query: &str| {
        let lines = lines(&server, query).await.into_iter();
        lines
            .map(|[.., subject]| subject)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(subjects("actor=first%20key").await, "ann");
    assert_eq!(subjects("actor=ann&limit=2").await, "key-1 key-2");
    assert_eq!(subjects("actor=ann&limit=2&offset=2").await, "key-0");
    assert_eq!(subjects("action=key.edit").await, "");
    assert_eq!(subjects("since=2100-01-01T00:00:00Z").await, "");
    assert_eq!(subjects("until=2000-01-01T00:00:00Z").await, "");
    assert_eq!(subjects("since=2000-01-01T00:00:00Z&offset=3").await, "ann");
    let page = server.get(&format!("{AUDIT}?limit=1")).await;
    assert_eq!(page["data"]["count"], 4);
    for (query, name) in [
        ("since=yesterday", "since"),
        ("until=7", "until"),
        ("action=key.eat", "action"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("offset=-1", "offset"),
        ("offset=1000001", "offset"),
    ] {
        let request = server.request("GET", &format!("{AUDIT}?{query}"));
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 422, "{query}");
        let body = body_of(response).await;
        assert_eq!(body["detail"][0]["loc"], json!(["query", name]), "{body}");
    }
}

#[tokio::test]
async fn a_program_that_is_killed_after_its_answer_has_logged_the_action() {
    let folder = folder();
    let folder = folder.path();
    let mut program = Program::start(folder, "127.0.0.1:0", &[]);
    let url = program.link().trim_end_matches('/').to_owned();
    let new = ["keys", "new", "ann", "--url", &url];
    let (succeeded, text) = flowdeck(folder, &new, Some("se cret/1")).await;
    // Kills it.
    drop(program);
    assert!(succeeded, "{text}");
    let store = rusqlite::Connection::open(folder.join("flowdeck-data/flowdeck.sqlite"));
    let sql = "SELECT action || ' ' || subject || ' ' || address FROM audit";
    let line = store
        .unwrap()
        .query_row(sql, [], |row| row.get::<_, String>(0));
    assert_eq!(line.unwrap(), "key.create ann 127.0.0.1");
}

#[tokio::test]
async fn the_program_prints_all_pages() {
    let server = started().await;
    let folder = tempfile::tempdir().unwrap();
    let run = async |arguments: &[&str], key: &str| {
        let arguments = [&["audit"], arguments, &["--url", &server.url]].concat();
        flowdeck(folder.path(), &arguments, Some(key)).await
    };
    let nothing = "the audit log has no such lines\n".to_owned();
    assert_eq!(run(&[], KEY).await, (true, nothing.clone()));
    let bob = new_key(&server, "bob", "read").await;
    let (succeeded, text) = run(&[], KEY).await;
    assert!(succeeded, "{text}");
    let columns: Vec<&str> = text.trim().split("  ").collect();
    assert!(
        columns[0].ends_with(" UTC") && columns[0].len() == 23,
        "{text}"
    );
    assert_eq!(columns[1..], ["first key", CLIENT, "key.create", "bob"]);
    let (succeeded, text) = run(&[], &bob).await;
    assert!(
        !succeeded && text.contains("lacks the right “admin”"),
        "{text}"
    );
    assert_eq!(run(&["--actor", "bob"], KEY).await, (true, nothing.clone()));
    assert_eq!(
        run(&["--action", "key.edit", "--since", "2026-01-31"], KEY).await,
        (true, nothing)
    );
    let (succeeded, text) = run(&["--action", "nothing"], KEY).await;
    assert!(
        !succeeded && text.contains("must be one of workflow.deploy"),
        "{text}"
    );

    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let sql = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
        INSERT INTO audit (at, actor, address, action, subject) SELECT at, actor, address, action, n FROM numbers, audit";
    store.execute(sql, []).unwrap();
    let (_, text) = run(&["--json", "--actor", "first key", "--since", "1h"], KEY).await;
    let ids: Vec<i64> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["id"]
                .as_i64()
                .unwrap()
        })
        .collect();
    assert_eq!(ids, (1..=2001).rev().collect::<Vec<i64>>());
}
