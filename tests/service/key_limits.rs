//! How often a key may do something.

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use service::Options;

use crate::common::{KEY, TestServer, no_inputs, texts};

const KEYS: &str = "/api/v1/comfy/keys";

async fn made(server: &TestServer, body: Value) -> String {
    let response = server.request("POST", KEYS).json(&body).send().await;
    let body: Value = response.unwrap().json().await.unwrap();
    body["data"]["key"].as_str().unwrap().to_owned()
}

async fn submit(server: &TestServer, key: &str) -> Response {
    let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=join");
    request
        .multipart(texts(&[("title", "a")]))
        .send()
        .await
        .unwrap()
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    let value = response.headers().get(name);
    value.map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_key_submits_as_often_as_its_limit_allows() {
    let server = TestServer::with(1, |options| options).await;
    let ann = made(&server, json!({ "name": "ann", "limit": "2/h" })).await;
    let bob = made(&server, json!({ "name": "bob", "limit": "2/h" })).await;
    for remaining in ["1", "0"] {
        let response = submit(&server, &ann).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(
            header(&response, "ratelimit"),
            format!("\"submissions\";r={remaining}")
        );
        assert_eq!(
            header(&response, "ratelimit-policy"),
            "\"submissions\";q=2;w=3600"
        );
    }
    let refused = submit(&server, &ann).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let after: u64 = header(&refused, "retry-after").parse().unwrap();
    assert!((1700..=1800).contains(&after), "{after}");
    assert_eq!(
        header(&refused, "ratelimit"),
        format!("\"submissions\";r=0;t={after}")
    );
    let text = refused.text().await.unwrap();
    assert!(
        text.contains(&format!(
            "2/h for submissions is reached; try again in {after} s"
        )),
        "{text}"
    );
    // Neither reading nor other keys are concerned.
    let read = server
        .request_with(&ann, "GET", "/api/v1/runs")
        .send()
        .await
        .unwrap();
    assert_eq!(read.status(), StatusCode::OK);
    assert!(header(&read, "ratelimit").starts_with("\"reads\";r="));
    assert_eq!(submit(&server, &bob).await.status(), StatusCode::OK);
    let first = submit(&server, KEY).await;
    assert_eq!(
        (first.status(), header(&first, "ratelimit")),
        (StatusCode::OK, "")
    );
}

#[tokio::test]
async fn a_repeated_run_counts_as_a_submission_and_a_lifted_limit_ends_at_once() {
    let server = TestServer::with(1, |options| options).await;
    let ann = made(&server, json!({ "name": "ann", "limit": "1/day" })).await;
    let body: Value = submit(&server, &ann).await.json().await.unwrap();
    let run = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    server.wait_for_status(&run, "completed").await;
    let path = format!("/api/v1/runs/{run}/regenerate");
    let again = async || {
        server
            .request_with(&ann, "POST", &path)
            .send()
            .await
            .unwrap()
            .status()
    };
    assert_eq!(again().await, StatusCode::TOO_MANY_REQUESTS);
    let lift = server
        .request("PATCH", &format!("{KEYS}/ann"))
        .json(&json!({ "limit": null }));
    assert_eq!(lift.send().await.unwrap().status(), StatusCode::OK);
    assert_eq!(again().await, StatusCode::OK);
}

#[tokio::test]
async fn a_flood_of_reads_is_refused_and_other_keys_go_on() {
    let server = TestServer::with(0, |options| Options {
        reads: "20/day".parse().unwrap(),
        ..options
    })
    .await;
    let ann = made(&server, json!({ "name": "ann" })).await;
    let bob = made(&server, json!({ "name": "bob" })).await;
    let read = async |key: &str| {
        let request = server.request_with(key, "GET", "/api/v1/comfy/key");
        request.send().await.unwrap().status()
    };
    for _ in 0..20 {
        assert_eq!(read(&ann).await, StatusCode::OK);
    }
    assert_eq!(read(&ann).await, StatusCode::TOO_MANY_REQUESTS);
    for other in [&*bob, KEY] {
        assert_eq!(read(other).await, StatusCode::OK);
    }
    // The first key has no limit.
    for _ in 0..30 {
        assert_eq!(read(KEY).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_key_starts_as_many_runs_a_day_as_it_may() {
    let server = TestServer::with(1, |options| options).await;
    let ann = made(&server, json!({ "name": "ann", "per_day": 2 })).await;
    // One that is refused for its values does not count.
    let request = server.request_with(&ann, "POST", "/api/v1/runs?workflow_id=join");
    let refused = request.multipart(no_inputs()).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    for _ in 0..2 {
        assert_eq!(submit(&server, &ann).await.status(), StatusCode::OK);
    }
    let refused = submit(&server, &ann).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let after: u64 = header(&refused, "retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&after), "{after}");
    assert_eq!(
        header(&refused, "ratelimit"),
        format!("\"runs\";r=0;t={after}")
    );
    assert_eq!(header(&refused, "ratelimit-policy"), "\"runs\";q=2;w=86400");
    let text = refused.text().await.unwrap();
    assert!(
        text.contains("2/day for runs is reached until midnight in UTC; try again in"),
        "{text}"
    );
    let own = server.request_with(&ann, "GET", "/api/v1/comfy/key");
    let own: Value = own.send().await.unwrap().json().await.unwrap();
    assert_eq!(own["data"]["usage"]["runs_today"], 2);
    assert_eq!(submit(&server, KEY).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn further_runs_of_a_key_wait_for_its_own_and_others_go_on() {
    let server = TestServer::with(2, |options| options).await;
    let ann = made(&server, json!({ "name": "ann", "concurrent": 1 })).await;
    let slow = async |key: &str| {
        let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=slow");
        let body: Value = request
            .multipart(no_inputs())
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        body["data"][0]["run_id"].as_str().unwrap().to_owned()
    };
    let first = slow(&ann).await;
    server.wait_for_status(&first, "running").await;
    let second = slow(&ann).await;
    let other = slow(KEY).await;
    server.wait_for_status(&other, "running").await;
    assert_eq!(server.detail(&second).await["status"], "pending");
    let cancel = server.request_with(&ann, "POST", &format!("/api/v1/runs/{first}/cancel"));
    assert_eq!(cancel.send().await.unwrap().status(), StatusCode::OK);
    server.wait_for_status(&second, "running").await;
}
