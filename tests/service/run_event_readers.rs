//! Who may read streams of events, how many at a time, and that a reader holds nobody up.

use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use service::Options;

use crate::common::followed_runs::{
    ALL, completed, of_run, opened, service, service_with, start, stream,
};
use crate::common::sse::{Event, EventStream};
use crate::common::{KEY, TestServer, eventually, json as body, no_inputs};

async fn new_key(server: &TestServer, terms: Value) -> String {
    let request = server.request("POST", "/api/v1/comfy/keys").json(&terms);
    let answer = body(request.send().await.unwrap()).await;
    answer["data"]["key"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_key_sees_only_its_own_runs_and_only_with_the_right_to_read() {
    let (server, engine) = service().await;
    let ann = new_key(&server, json!({ "name": "ann" })).await;
    let blind = new_key(&server, json!({ "name": "bob", "may": ["run"] })).await;
    let run = completed(&server, &engine).await;
    let path = of_run(&run);
    for (key, path, status) in [
        (ann.as_str(), path.as_str(), StatusCode::NOT_FOUND),
        (KEY, "/api/v1/runs/none/events", StatusCode::NOT_FOUND),
        (&blind, &path, StatusCode::FORBIDDEN),
        (&blind, ALL, StatusCode::FORBIDDEN),
        ("wrong", ALL, StatusCode::FORBIDDEN),
    ] {
        let answer = opened(&server, key, path, None).await;
        assert_eq!(answer.status(), status, "{key} {path}");
        assert!(body(answer).await["errors"].is_string(), "{key} {path}");
    }
    let mut all = EventStream::new(opened(&server, &ann, ALL, None).await);
    assert_eq!(all.next().await.unwrap().kind, "ready");
    completed(&server, &engine).await;
    let path = "/api/v1/runs?workflow_id=short";
    let request = server.request_with(&ann, "POST", path);
    let answer = request.multipart(no_inputs()).send().await.unwrap();
    let own = body(answer).await["data"][0]["run_id"].clone();
    assert_eq!(all.next().await.unwrap().data["run_id"], own);
}

#[tokio::test]
async fn streams_end_with_their_key_or_its_right_to_read() {
    let (server, _engine) = service().await;
    let run = server.run("short", no_inputs()).await;
    let soon = chrono::Utc::now() + chrono::TimeDelta::milliseconds(1500);
    let soon = soon.to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
    for (name, terms) in [("revoked", None), ("edited", None), ("expires", Some(soon))] {
        let terms = json!({ "name": name, "may": ["read", "admin"], "expires_at": terms });
        let key = new_key(&server, terms).await;
        let mut streams = Vec::new();
        for path in [&*of_run(&run), ALL] {
            let mut stream = EventStream::new(opened(&server, &key, path, None).await);
            stream.next().await.unwrap();
            streams.push(stream);
        }
        let path = format!("/api/v1/comfy/keys/{name}");
        let change = match name {
            "revoked" => Some(server.request("DELETE", &path)),
            "edited" => Some(
                server
                    .request("PATCH", &path)
                    .json(&json!({ "may": ["run"] })),
            ),
            _ => None,
        };
        if let Some(change) = change {
            assert_eq!(change.send().await.unwrap().status(), 200, "{name}");
        }
        for stream in streams {
            stream.rest().await;
        }
        let answer = opened(&server, &key, ALL, None).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{name}");
    }
}

#[tokio::test]
async fn a_quiet_stream_sends_comments() {
    fn quick(mut options: Options) -> Options {
        options.limits.quiet_time = Duration::from_millis(10);
        options
    }
    let (server, _engine) = service_with(quick).await;
    let mut all = stream(&server, ALL).await;
    assert_eq!(all.next().await.unwrap().kind, "ready");
    for _ in 0..3 {
        assert_eq!(all.next_line().await.unwrap(), Event::default());
    }
}

#[tokio::test]
async fn streams_leave_connections_for_other_requests() {
    fn few(mut options: Options) -> Options {
        options.limits = options.limits.with_connections(8);
        options
    }
    let (server, _engine) = service_with(few).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(stream(&server, ALL).await);
    }
    let refused = opened(&server, KEY, ALL, None).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers()["retry-after"], "10");
    assert!(
        body(refused).await["errors"]
            .as_str()
            .unwrap()
            .contains("too many streams")
    );
    server.get("/api/v1/comfy/queue").await;
    drop(open);
    eventually("a place is free", async || {
        let answer = opened(&server, KEY, ALL, None).await;
        answer.status().is_success().then_some(())
    })
    .await;
}

#[tokio::test]
async fn whoever_does_not_read_holds_nobody_up_and_loses_no_event() {
    let (server, engine) = service().await;
    let mut slow = stream(&server, ALL).await;
    assert_eq!(slow.next().await.unwrap().kind, "ready");
    let mut quick = stream(&server, ALL).await;
    let mut runs = Vec::new();
    // More than wait for a reader of a run.
    for _ in 0..40 {
        let run = completed(&server, &engine).await;
        loop {
            let event = quick.next().await.unwrap();
            if event.data["run_id"] == *run && event.data["number"] == 5 {
                break;
            }
        }
        runs.push(run);
    }
    for run in runs {
        for number in 1..=5 {
            let event = slow.next().await.unwrap();
            assert_eq!(
                (&event.data["run_id"], &event.data["number"]),
                (&json!(run), &json!(number))
            );
        }
    }
}

#[tokio::test]
async fn engines_are_not_asked_more_often_because_of_streams() {
    let asked = async |streams: usize| {
        let (server, engine) = service().await;
        let run = server.run("short", no_inputs()).await;
        let mut open = Vec::new();
        for _ in 0..streams {
            let mut stream = stream(&server, &of_run(&run)).await;
            stream.next().await.unwrap();
            open.push(stream);
        }
        start(&engine).await;
        for value in 1..=5 {
            engine.step(value);
            for stream in &mut open {
                while stream.moment().await["progress"]["value"] != value {}
            }
        }
        engine.finish();
        server.wait_for_status(&run, "completed").await;
        engine.requests()
    };
    let (without, with) = (asked(0).await, asked(20).await);
    assert!(
        with < without + 20,
        "{without} and {with}, less than one a stream"
    );
}

#[tokio::test]
async fn pages_of_other_origins_may_resume_streams() {
    let (server, _engine) = service().await;
    let mut headers = HeaderMap::new();
    headers.insert("origin", "https://page.example".parse().unwrap());
    headers.insert("access-control-request-method", "GET".parse().unwrap());
    headers.insert(
        "access-control-request-headers",
        "x-api-key,last-event-id".parse().unwrap(),
    );
    let request = server.request("OPTIONS", ALL).headers(headers);
    let answer = request.send().await.unwrap();
    let allowed = answer.headers()["access-control-allow-headers"].to_str();
    assert!(allowed.unwrap().contains("last-event-id"));
}
