//! Sharing of results: how links are made, listed and revoked, and by which keys.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::images::file;
use crate::common::{KEY, TestServer, field_errors, json as body_of, logs, no_inputs, texts};

pub(crate) const SHARES: &str = "/api/v1/comfy/shares";

pub(crate) async fn share_with(
    server: &TestServer,
    key: &str,
    body: &Value,
) -> (StatusCode, Value) {
    let request = server.request_with(key, "POST", SHARES).json(body);
    let response = request.send().await.unwrap();
    (response.status(), body_of(response).await)
}

/// Shares a run with the first key.
pub(crate) async fn shared(server: &TestServer, run: &str) -> Value {
    let (status, body) = share_with(server, KEY, &json!({ "run_id": run })).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

/// A completed run of this workflow by the first key.
pub(crate) async fn completed(server: &TestServer, title: &str) -> String {
    let run = server.run("join", texts(&[("title", title)])).await;
    server.wait_for_status(&run, "completed").await;
    run
}

async fn new_key(server: &TestServer, name: &str) -> String {
    let request = server.request("POST", "/api/v1/comfy/keys");
    let response = request.json(&json!({ "name": name })).send().await.unwrap();
    let body = body_of(response).await;
    body["data"]["key"].as_str().unwrap().to_owned()
}

async fn completed_by(server: &TestServer, key: &str) -> String {
    let path = "/api/v1/runs?workflow_id=join&group_id=g";
    let request = server.request_with(key, "POST", path);
    let response = request.multipart(texts(&[("title", "a")])).send().await;
    let body = body_of(response.unwrap()).await;
    let run = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    server.wait_for_status(&run, "completed").await;
    run
}

async fn listed(server: &TestServer, key: &str) -> Vec<String> {
    let (_, body) = server.call(key, "GET", SHARES).await;
    let shares = body["data"].as_array().unwrap().iter();
    shares
        .map(|share| share["id"].as_str().unwrap().to_owned())
        .collect()
}

/// The status of a link, opened without a key.
pub(crate) async fn opened(server: &TestServer, share: &Value) -> StatusCode {
    let url = share["url"].as_str().unwrap();
    server.client.get(url).send().await.unwrap().status()
}

/// Sets when a share expires.
fn expire(server: &TestServer, id: &str, at: &str) {
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let sql = "UPDATE shares SET expires_at = ?2 WHERE id = ?1";
    assert_eq!(store.execute(sql, [id, at]).unwrap(), 1);
}

fn stored(server: &TestServer) -> i64 {
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let sql = "SELECT count(*) FROM shares";
    store.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// The days between two times as they are stored, when the time of day is the same.
fn days(share: &Value) -> i64 {
    let store = rusqlite::Connection::open_in_memory().unwrap();
    let times = [&share["created_at"], &share["expires_at"]].map(|time| time.as_str().unwrap());
    let sql = "SELECT CAST(round(julianday(?2) - julianday(?1)) AS INTEGER)";
    store.query_row(sql, times, |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_completed_run_is_shared_for_a_week_or_as_long_as_wanted() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    let share = shared(&server, &run).await;
    assert_eq!(share["run_id"], run);
    assert_eq!(
        (&share["workflow_id"], &share["workflow"]),
        (&json!("join"), &json!("Join"))
    );
    assert_eq!(days(&share), 7);
    let url = share["url"].as_str().unwrap();
    let token = url
        .strip_prefix(&format!("{}/shared/", server.url))
        .unwrap();
    assert_eq!(token.len(), 43);
    assert!(!url.contains(share["id"].as_str().unwrap()));
    assert_eq!(opened(&server, &share).await, 200);
    for wanted in [1, 30, 365] {
        let body = json!({ "run_id": run, "days": wanted });
        let (_, body) = share_with(&server, KEY, &body).await;
        assert_eq!(days(&body["data"]), wanted);
        assert_ne!(body["data"]["url"], share["url"]);
    }
    // From last to first, as they were made.
    let (_, all) = server.call(KEY, "GET", SHARES).await;
    assert_eq!(all["data"].as_array().unwrap().len(), 4);
    assert_eq!(all["data"][3], share);
}

#[tokio::test]
async fn an_invalid_request_names_its_field() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    for days in [
        json!(0),
        json!(366),
        json!(-1),
        json!(1.5),
        json!("7"),
        json!([7]),
        json!(1e9),
    ] {
        let request = server.request("POST", SHARES);
        let body = json!({ "run_id": run, "days": days });
        let response = request.json(&body).send().await.unwrap();
        let errors = field_errors(response).await;
        let expected = (json!(["body", "days"]), "int_parsing".to_owned());
        assert_eq!(errors, [expected], "{days}");
    }
    for body in [json!({}), json!({ "run_id": 7 }), json!({ "run_id": "" })] {
        let response = server.request("POST", SHARES).json(&body).send().await;
        let errors = field_errors(response.unwrap()).await;
        assert_eq!(errors[0].0, json!(["body", "run_id"]), "{body}");
    }
    for text in ["", "{", "[]", "null"] {
        let request = server.request("POST", SHARES).body(text);
        let request = request.header("Content-Type", "application/json");
        assert_eq!(request.send().await.unwrap().status(), 422, "{text}");
    }
    assert_eq!(stored(&server), 0);
}

#[tokio::test]
async fn only_completed_runs_of_the_caller_are_shared() {
    let server = TestServer::with(1, |options| options).await;
    let failed = server.run(
        "quieter",
        file(
            "take",
            "a.wav",
            "audio/wav",
            b"RIFF, but nothing else".to_vec(),
        ),
    );
    let failed = failed.await;
    server.wait_for_status(&failed, "failed").await;
    let running = server.run("slow", no_inputs()).await;
    let of_first = stored_run(&server);
    let ann = new_key(&server, "ann").await;
    for (key, run, status, why) in [
        (KEY, failed.as_str(), 409, "it has no result; run it again"),
        (KEY, running.as_str(), 409, "it has not ended"),
        (KEY, "nobody", 404, "there is no run “nobody”"),
        (&ann, of_first.as_str(), 404, "there is no run"),
    ] {
        let (answered, body) = share_with(&server, key, &json!({ "run_id": run })).await;
        assert_eq!(answered, status, "{body}");
        let error = body["errors"].as_str().unwrap();
        assert!(
            error.starts_with("sharing ") && error.contains(why),
            "{error}"
        );
    }
    assert_eq!(stored(&server), 0);
}

/// Stores a completed run of the first key.
fn stored_run(server: &TestServer) -> String {
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let sql = "INSERT INTO runs (id, workflow_id, status, prompt_id, inputs, created_at)
        VALUES ('done', 'join', 'completed', 'p', '[]', '2026-11-24T00:00:00.000Z')";
    store.execute(sql, []).unwrap();
    "done".to_owned()
}

#[tokio::test]
async fn each_key_lists_and_revokes_its_own_links_and_the_first_key_all() {
    let server = TestServer::with(1, |options| options).await;
    let (ann, bob) = (new_key(&server, "ann").await, new_key(&server, "bob").await);
    let run = completed_by(&server, &ann).await;
    let body = json!({ "run_id": run });
    let (_, of_ann) = share_with(&server, &ann, &body).await;
    let of_ann = of_ann["data"].clone();
    let of_first = shared(&server, &run).await;
    let id = |share: &Value| share["id"].as_str().unwrap().to_owned();
    assert_eq!(listed(&server, &ann).await, [id(&of_ann)]);
    assert!(listed(&server, &bob).await.is_empty());
    assert_eq!(listed(&server, KEY).await, [id(&of_first), id(&of_ann)]);

    for (key, share) in [(&bob, &of_ann), (&ann, &of_first)] {
        let path = format!("{SHARES}/{}", id(share));
        let (status, body) = server.call(key, "DELETE", &path).await;
        assert_eq!(status, 404, "{body}");
        let error = body["errors"].as_str().unwrap();
        assert!(error.contains("list the shares"), "{error}");
    }
    let path = format!("{SHARES}/{}", id(&of_ann));
    assert_eq!(opened(&server, &of_ann).await, 200);
    assert_eq!(server.call(&ann, "DELETE", &path).await.0, 200);
    assert_eq!(opened(&server, &of_ann).await, 404);
    assert_eq!(server.call(&ann, "DELETE", &path).await.0, 404);
    assert_eq!(opened(&server, &of_first).await, 200);
    assert!(listed(&server, &ann).await.is_empty());
}

#[tokio::test]
async fn the_first_key_revokes_the_links_of_others_and_a_revoked_key_ends_its_own() {
    let server = TestServer::with(1, |options| options).await;
    let ann = new_key(&server, "ann").await;
    let run = completed_by(&server, &ann).await;
    let body = json!({ "run_id": run });
    let of_first = shared(&server, &run).await;
    let mut of_ann = Vec::new();
    for _ in 0..2 {
        of_ann.push(share_with(&server, &ann, &body).await.1["data"].clone());
    }
    let path = format!("{SHARES}/{}", of_ann[0]["id"].as_str().unwrap());
    assert_eq!(server.call(KEY, "DELETE", &path).await.0, 200);
    assert_eq!(opened(&server, &of_ann[0]).await, 404);
    assert_eq!(opened(&server, &of_ann[1]).await, 200);
    let (status, _) = server.call(KEY, "DELETE", "/api/v1/comfy/keys/ann").await;
    assert_eq!(status, 200);
    assert_eq!(opened(&server, &of_ann[1]).await, 404);
    assert_eq!(opened(&server, &of_first).await, 200);
    // A new key with the name does not bring them back.
    let ann = new_key(&server, "ann").await;
    assert!(listed(&server, &ann).await.is_empty());
    assert_eq!(opened(&server, &of_ann[1]).await, 404);
}

#[tokio::test]
async fn an_expired_link_is_neither_opened_nor_listed_and_is_deleted_in_time() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    let share = shared(&server, &run).await;
    let id = share["id"].as_str().unwrap();
    expire(&server, id, "2026-01-01T00:00:00.000Z");
    assert_eq!(opened(&server, &share).await, 404);
    assert!(listed(&server, KEY).await.is_empty());
    let (status, _) = server.call(KEY, "DELETE", &format!("{SHARES}/{id}")).await;
    assert_eq!(status, 404);
    assert_eq!(stored(&server), 1);
    shared(&server, &run).await;
    assert_eq!(stored(&server), 1);
}

#[tokio::test]
async fn links_survive_a_restart_and_another_first_key_ends_its_own() {
    let mut server = TestServer::with(1, |options| options).await;
    let ann = new_key(&server, "ann").await;
    let run = completed_by(&server, &ann).await;
    let (_, of_ann) = share_with(&server, &ann, &json!({ "run_id": run })).await;
    let of_ann = of_ann["data"]["url"].as_str().unwrap().to_owned();
    let of_first = shared(&server, &run).await["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let paths = [of_ann, of_first].map(|url| url.replace(&server.url, ""));
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(statuses(&server, &paths).await, [200, 200]);
    server.options = |mut options| {
        options.key = "another-key-of-this-service".to_owned();
        options
    };
    server.restart_without_waiting(&addresses).await;
    assert_eq!(statuses(&server, &paths).await, [200, 404]);
}

async fn statuses(server: &TestServer, paths: &[String; 2]) -> [u16; 2] {
    let status = async |path: &String| {
        let url = format!("{}{path}", server.url);
        server
            .client
            .get(url)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16()
    };
    [status(&paths[0]).await, status(&paths[1]).await]
}

#[tokio::test]
async fn sharing_takes_a_key_and_is_described() {
    let server = TestServer::with(0, |options| options).await;
    for (method, path) in [
        ("GET", SHARES.to_owned()),
        ("POST", SHARES.to_owned()),
        ("DELETE", format!("{SHARES}/a")),
    ] {
        let url = format!("{}{path}", server.url);
        let request = server.client.request(method.parse().unwrap(), url);
        assert_eq!(request.send().await.unwrap().status(), 401, "{method}");
    }
    let document = server.get("/openapi.json").await;
    let post = &document["paths"][SHARES]["post"];
    let days = &post["requestBody"]["content"]["application/json"]["schema"]["properties"]["days"];
    assert_eq!(
        (&days["default"], &days["maximum"]),
        (&json!(7), &json!(365))
    );
    assert!(document["paths"][SHARES]["get"].is_object());
    let one = format!("{SHARES}/{{id}}");
    assert!(document["paths"][one]["delete"].is_object());
}

#[tokio::test]
async fn the_log_has_neither_a_token_nor_a_key() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    let share = shared(&server, &run).await;
    let url = share["url"].as_str().unwrap();
    let token = url.rsplit('/').next().unwrap();
    for key in ["not-the-key", KEY] {
        let request = server.client.get(url).header("X-API-KEY", key);
        assert_eq!(request.send().await.unwrap().status(), 200);
    }
    let logs = logs::text();
    assert!(!logs.contains(token) && !logs.contains(KEY));
}
