//! `GET /api/v1/comfy/usage`.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::{KEY, TestServer, texts};

const USAGE: &str = "/api/v1/comfy/usage";

async fn made(server: &TestServer, name: &str) -> String {
    let keys = server.request("POST", "/api/v1/comfy/keys");
    let body = keys.json(&json!({ "name": name })).send().await.unwrap();
    let body: Value = body.json().await.unwrap();
    body["data"]["key"].as_str().unwrap().to_owned()
}

/// Starts a run with this key, and waits for its end.
async fn run(server: &TestServer, key: &str) {
    let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=join");
    let request = request.multipart(texts(&[("title", "a")]));
    let body: Value = request.send().await.unwrap().json().await.unwrap();
    let run = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    server.wait_for_status(&run, "completed").await;
}

async fn used(server: &TestServer, key: &str, query: &str) -> Value {
    let request = server.request_with(key, "GET", &format!("{USAGE}?{query}"));
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    response.json::<Value>().await.unwrap()["data"].take()
}

#[tokio::test]
async fn a_key_sees_its_own_usage_and_the_first_key_that_of_all() {
    let server = TestServer::with(1, |options| options).await;
    let ann = made(&server, "ann").await;
    run(&server, &ann).await;
    run(&server, &ann).await;
    run(&server, KEY).await;
    let runs = |used: &Value| -> Vec<(Value, Value)> {
        let rows = used.as_array().unwrap().iter();
        rows.map(|row| (row["key"].clone(), row["runs"].clone()))
            .collect()
    };
    let own = used(&server, &ann, "").await;
    assert_eq!(runs(&own), [(json!("ann"), json!(2))]);
    assert!(own[0]["engine_seconds"].as_f64().unwrap() >= 0.0);
    let all = used(&server, KEY, "by=key").await;
    assert_eq!(
        runs(&all),
        [(json!(""), json!(1)), (json!("ann"), json!(2))]
    );
    let workflows = used(&server, KEY, "by=workflow").await;
    assert_eq!(
        (&workflows[0]["workflow_id"], &workflows[0]["runs"]),
        (&json!("join"), &json!(3))
    );
    let days = used(&server, &ann, "by=day").await;
    assert_eq!(
        (days.as_array().unwrap().len(), &days[0]["runs"]),
        (1, &json!(2))
    );
    assert_eq!(
        used(&server, KEY, "from=2020-01-01&to=2020-12-31").await,
        json!([])
    );
    let keys = server.get("/api/v1/comfy/keys").await;
    assert_eq!(keys["data"][0]["usage"]["runs"], 2);
}

#[tokio::test]
async fn the_table_is_sent_as_csv_if_asked_for() {
    let server = TestServer::with(1, |options| options).await;
    run(&server, KEY).await;
    let request = server.request("GET", &format!("{USAGE}?by=workflow&format=csv"));
    let response = request.send().await.unwrap();
    assert_eq!(
        response.headers()["content-type"],
        "text/csv; charset=utf-8"
    );
    let text = response.text().await.unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "workflow_id,runs,engine_seconds,bytes");
    assert!(lines[1].starts_with("join,1,"), "{text}");
    assert_eq!(lines.len(), 2);
}

#[tokio::test]
async fn what_cannot_be_read_is_named() {
    let server = TestServer::with(0, |options| options).await;
    for (query, name, why) in [
        ("from=yesterday", "from", "a day such as"),
        ("to=2030-02-30", "to", "a day such as"),
        ("from=2030-01-02&to=2030-01-01", "from", "not be later"),
        ("by=owner", "by", "key, workflow or day"),
        ("format=xml", "format", "json or csv"),
    ] {
        let request = server.request("GET", &format!("{USAGE}?{query}"));
        let response = request.send().await.unwrap();
        assert_eq!(
            response.status(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{query}"
        );
        let body: Value = response.json().await.unwrap();
        let item = &body["detail"][0];
        let is_named = item["loc"] == json!(["query", name]);
        assert!(
            is_named && item["msg"].as_str().unwrap().contains(why),
            "{query}: {item}"
        );
    }
}
