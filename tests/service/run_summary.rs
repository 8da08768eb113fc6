//! `GET /api/v1/comfy/monitoring`.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::images::file;
use crate::common::webhooks::made;
use crate::common::{KEY, TestServer, eventually, texts};

const MONITORING: &str = "/api/v1/comfy/monitoring";

async fn monitored(server: &TestServer, key: &str) -> Value {
    let request = server.request_with(key, "GET", MONITORING);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    response.json::<Value>().await.unwrap()["data"].take()
}

/// Two runs that completed and two that failed for the same reason.
async fn with_runs() -> TestServer {
    let server = TestServer::start().await;
    for status in ["completed", "completed"] {
        let run = server.run("join", texts(&[("title", "a")])).await;
        server.wait_for_status(&run, status).await;
    }
    for _ in 0..2 {
        let form = file("clip", "song.mp4", "video/mp4", b"la la la".to_vec());
        let run = server.run("video", form).await;
        server.wait_for_status(&run, "failed").await;
    }
    server
}

#[tokio::test]
async fn a_summary_counts_runs_and_says_how_long_they_took_and_why_they_failed() {
    let server = with_runs().await;
    let found = monitored(&server, KEY).await;
    let states = json!({ "pending": 0, "running": 0, "completed": 2, "failed": 2, "cancelled": 0 });
    assert_eq!(found["states"], states);
    assert_eq!(
        (&found["is_complete"], &found["waiting_since"]),
        (&json!(true), &Value::Null)
    );
    let steps = found["steps"].as_array().unwrap();
    let completed = steps.iter().map(|step| step["completed"].as_u64().unwrap());
    assert_eq!(completed.sum::<u64>(), 2);

    let workflows = found["workflows"].as_array().unwrap();
    let names = workflows
        .iter()
        .map(|it| it["workflow_id"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["join", "video"]);
    let join = &workflows[0];
    assert!(
        join["executed"]["median"].as_f64().unwrap() >= 0.0,
        "{join}"
    );
    assert!(join["waited"]["p95"].as_f64().unwrap() >= 0.0, "{join}");

    let failures = found["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(
        (&failures[0]["workflow_id"], &failures[0]["count"]),
        (&json!("video"), &json!(2))
    );
    let reason = failures[0]["reason"].as_str().unwrap();
    assert!(reason.contains("not a video in a known format"), "{reason}");
}

#[tokio::test]
async fn a_summary_names_the_slowest_nodes() {
    let server = TestServer::start().await;
    // The events of a run may come after its end: it is not measured then.
    let measured = async || {
        let run = server.run("join", texts(&[("title", "a")])).await;
        server.wait_for_status(&run, "completed").await;
        let summary = monitored(&server, KEY).await;
        summary.pointer("/workflows/0/slowest_nodes/0").cloned()
    };
    let slowest = eventually("the nodes of a run are measured", measured).await;
    assert!(slowest["title"].is_string(), "{slowest}");
}

#[tokio::test]
async fn a_key_sees_only_its_own_runs() {
    let server = with_runs().await;
    let ann = made(&server, json!({ "name": "ann" })).await;
    let found = monitored(&server, &ann).await;
    assert_eq!(found["states"]["completed"], 0);
    assert_eq!(
        (&found["workflows"], &found["failures"]),
        (&json!([]), &json!([]))
    );
    let request = server.request_with(&ann, "POST", "/api/v1/runs?workflow_id=join");
    let request = request.multipart(texts(&[("title", "a")]));
    let body: Value = request.send().await.unwrap().json().await.unwrap();
    let run = body["data"][0]["run_id"].as_str().unwrap();
    server.wait_for_status(run, "completed").await;
    // The last answer is used for a while.
    eventually("the run is counted", async || {
        let found = monitored(&server, &ann).await;
        (found["states"]["completed"] == 1).then_some(())
    })
    .await;
    assert_eq!(monitored(&server, KEY).await["states"]["completed"], 3);
}

#[tokio::test]
async fn hours_are_a_whole_number_within_30_days() {
    let server = TestServer::with(0, |options| options).await;
    for hours in ["0", "721", "-1", "1.5", "day", ""] {
        let request = server.request("GET", &format!("{MONITORING}?hours={hours}"));
        let response = request.send().await.unwrap();
        assert_eq!(
            response.status(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{hours}"
        );
        let body: Value = response.json().await.unwrap();
        let item = &body["detail"][0];
        assert_eq!(item["loc"], json!(["query", "hours"]));
        assert_eq!(item["msg"], "must be a whole number from 1 to 720");
    }
    for hours in ["1", "720"] {
        let found = server.get(&format!("{MONITORING}?hours={hours}")).await;
        assert_eq!(found["data"]["workflows"], json!([]), "{hours}");
    }
}
