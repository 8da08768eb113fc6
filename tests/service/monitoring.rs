//! What Prometheus, load balancers and supervisors see of a service.

use std::net::Ipv4Addr;
use std::time::Duration;

use reqwest::{Client, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::common::receiver::{Receiver, Reply};
use crate::common::webhooks;
use crate::common::{KEY, TestServer, eventually, json as body_of, no_inputs};

/// All metrics, as the holder of the first key gets them.
async fn metrics(server: &TestServer) -> String {
    let response = server.request("GET", "/metrics").send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.text().await.unwrap()
}

/// The value of a series, by its whole name with labels.
fn value(metrics: &str, series: &str) -> Option<f64> {
    let mut lines = metrics.lines();
    let value = lines.find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    value.map(|value| value.parse().unwrap())
}

async fn get(server: &TestServer, path: &str) -> Response {
    let url = format!("{}{path}", server.url);
    server.client.get(url).send().await.unwrap()
}

async fn key_with(server: &TestServer, name: &str, right: &str) -> String {
    let response = server
        .request("POST", "/api/v1/comfy/keys")
        .json(&json!({ "name": name, "may": [right] }))
        .send()
        .await
        .unwrap();
    body_of(response).await["data"]["key"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn runs_are_counted_with_their_times() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    let text = metrics(&server).await;
    for (series, expected) in [
        ("flowdeck_runs_accepted_total{workflow=\"short\"}", 1.0),
        (
            "flowdeck_runs_ended_total{workflow=\"short\",status=\"completed\"}",
            1.0,
        ),
        (
            "flowdeck_runs_ended_total{workflow=\"short\",status=\"failed\"}",
            0.0,
        ),
        ("flowdeck_run_attempts_total{workflow=\"short\"}", 1.0),
        (
            "flowdeck_run_waiting_seconds_count{workflow=\"short\"}",
            1.0,
        ),
        (
            "flowdeck_run_executing_seconds_count{workflow=\"short\"}",
            1.0,
        ),
        (
            "flowdeck_run_duration_seconds_count{workflow=\"short\"}",
            1.0,
        ),
        ("flowdeck_runs_waiting{workflow=\"short\"}", 0.0),
        ("flowdeck_hand_overs_total{models=\"none\"}", 1.0),
        ("flowdeck_engines{state=\"hung\"}", 0.0),
        ("flowdeck_instances_wanted", 0.0),
        ("flowdeck_kept_runs", 1.0),
        ("flowdeck_ready", 1.0),
        ("flowdeck_event_streams", 0.0),
        (
            "flowdeck_webhook_attempts_total{outcome=\"delivered\"}",
            0.0,
        ),
        ("flowdeck_webhook_deliveries{state=\"pending\"}", 0.0),
    ] {
        assert_eq!(value(&text, series), Some(expected), "{series}\n{text}");
    }
    for positive in [
        "flowdeck_disk_free_bytes",
        "flowdeck_disk_size_bytes",
        "flowdeck_event_streams_limit",
    ] {
        assert!(value(&text, positive).unwrap() > 0.0, "{positive}\n{text}");
    }
    let again = metrics(&server).await;
    let accepted = "flowdeck_runs_accepted_total{workflow=\"short\"}";
    assert_eq!(value(&again, accepted), Some(1.0), "counted once");
}

#[tokio::test]
async fn waiting_runs_ask_for_an_engine_and_a_restart_counts_nothing_twice() {
    let mut server = TestServer::with(1, |options| options).await;
    let addresses = server.addresses.clone();
    let drain = json!({ "comfy_uri": addresses[0] });
    let drained = server
        .request("POST", "/api/v1/comfy/engines/drain")
        .json(&drain);
    assert_eq!(drained.send().await.unwrap().status(), 200);
    let run = server.run("short", no_inputs()).await;
    let text = metrics(&server).await;
    for (series, expected) in [
        ("flowdeck_runs_waiting{workflow=\"short\"}", 1.0),
        ("flowdeck_runs_waiting_without_engine", 1.0),
        ("flowdeck_instances_wanted", 1.0),
        ("flowdeck_engines{state=\"draining\"}", 1.0),
        ("flowdeck_runs_executing", 0.0),
    ] {
        assert_eq!(value(&text, series), Some(expected), "{series}\n{text}");
    }
    assert!(value(&text, "flowdeck_work_seconds").unwrap() > 0.0);
    server.restart(&addresses).await;
    let waits = async || {
        let text = metrics(&server).await;
        let accepted = "flowdeck_runs_accepted_total{workflow=\"short\"}";
        assert_eq!(value(&text, accepted), None, "{text}");
        let oldest = value(&text, "flowdeck_oldest_waiting_run_seconds");
        oldest.filter(|seconds| *seconds > 0.0)
    };
    eventually("the run has waited for a moment", waits).await;
    let cancel = format!("/api/v1/runs/{run}/cancel");
    server.request("POST", &cancel).send().await.unwrap();
    let text = metrics(&server).await;
    let cancelled = "flowdeck_runs_ended_total{workflow=\"short\",status=\"cancelled\"}";
    assert_eq!(value(&text, cancelled), Some(1.0), "{text}");
    assert_eq!(
        value(&text, "flowdeck_oldest_waiting_run_seconds"),
        Some(0.0)
    );
}

#[tokio::test]
async fn requests_are_counted_by_operation_and_nothing_that_callers_invent_is_a_label() {
    let server = TestServer::with(0, |options| options).await;
    for path in [
        "/api/v1/runs/evil-1",
        "/api/v1/evil-2",
        "/evil-3",
        "/shared/evil-4",
    ] {
        server.request("GET", path).send().await.unwrap();
    }
    let invented = server.request("EVIL5", "/api/v1/runs");
    assert_eq!(invented.send().await.unwrap().status(), 405);
    assert_eq!(
        get(&server, "/api/v1/runs?group_id=evil-6").await.status(),
        401
    );
    let text = metrics(&server).await;
    assert!(!text.to_lowercase().contains("evil"), "{text}");
    for (series, expected) in [
        (
            "operation=\"GET /api/v1/runs/{run_id}\",status=\"404\"",
            1.0,
        ),
        ("operation=\"GET /api/v1/runs\",status=\"401\"", 1.0),
        ("operation=\"other /api/v1/runs\",status=\"405\"", 1.0),
        ("operation=\"unknown\",status=\"404\"", 1.0),
        ("operation=\"page\",status=\"404\"", 1.0),
    ] {
        let series = format!("flowdeck_http_requests_total{{{series}}}");
        assert_eq!(value(&text, &series), Some(expected), "{series}\n{text}");
    }
    let times = "flowdeck_http_request_duration_seconds_count{operation=\"unknown\"}";
    assert_eq!(value(&text, times), Some(1.0), "{text}");
}

#[tokio::test]
async fn every_metric_is_described_and_has_the_labels_of_the_table() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    let text = metrics(&server).await;
    let mut described = 0;
    for line in include_str!("../../docs/monitoring/README.md").lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, name, kind, _, labels, help, _] = cells.as_slice() else {
            continue;
        };
        let Some(name) = name
            .strip_prefix('`')
            .and_then(|name| name.strip_suffix('`'))
        else {
            continue;
        };
        described += 1;
        assert!(
            text.contains(&format!("# HELP {name} {help}.\n# TYPE {name} {kind}\n")),
            "{name}\n{text}"
        );
        let has_labels = |line: &&str| {
            let found: Vec<&str> = line
                .split(['{', ',', '}'])
                .filter_map(|part| part.split_once('='))
                .map(|(label, _)| label)
                .filter(|label| *label != "le")
                .collect();
            let expected: Vec<&str> = labels
                .split(", ")
                .map(|label| label.trim_matches('`'))
                .filter(|label| !label.is_empty())
                .collect();
            found == expected
        };
        let is_series = |line: &&str| line.starts_with(name) && !line.starts_with('#');
        let mut series = text.lines().filter(is_series);
        assert!(
            series.any(|line| has_labels(&line)),
            "{name} {labels}\n{text}"
        );
    }
    assert_eq!(text.matches("# TYPE ").count(), described, "{text}");
}

#[tokio::test]
async fn metrics_need_the_right_and_take_the_key_as_prometheus_sends_it() {
    let server = TestServer::with(0, |options| options).await;
    let (metrics, reader) = (
        key_with(&server, "prometheus", "metrics").await,
        key_with(&server, "reader", "read").await,
    );
    let status = async |path: &str, authorization: String| {
        let request = server.client.get(format!("{}{path}", server.url));
        let sent = request.header("Authorization", authorization).send().await;
        sent.unwrap().status().as_u16()
    };
    for (authorization, expected) in [
        (format!("Bearer {metrics}"), 200),
        (format!("bearer  {metrics} "), 200),
        (format!("Bearer {KEY}"), 200),
        (format!("Bearer {reader}"), 403),
        ("Bearer wrong".to_owned(), 403),
        ("Bearer ".to_owned(), 401),
        (format!("Basic {metrics}"), 401),
        (metrics.clone(), 401),
    ] {
        assert_eq!(
            status("/metrics", authorization.clone()).await,
            expected,
            "{authorization}"
        );
    }
    assert_eq!(
        status("/api/v1/comfy/queue", format!("Bearer {KEY}")).await,
        401
    );
    assert_eq!(get(&server, "/metrics").await.status(), 401);
    let both = server.request_with(&reader, "GET", "/metrics");
    let both = both.header("Authorization", format!("Bearer {metrics}"));
    assert_eq!(
        both.send().await.unwrap().status(),
        403,
        "X-API-KEY comes first"
    );
}

#[tokio::test]
async fn a_second_listener_serves_metrics_and_nothing_else_without_a_key() {
    let server = TestServer::with(0, |options| options).await;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let service = server.service.clone();
    let listening = tokio::spawn(async move { service.listen_for_monitoring(listener).await });
    let ask = async |path: &str, host: &str| {
        let request = server
            .client
            .get(format!("{url}{path}"))
            .header("Host", host);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let (status, text) = ask("/metrics", "127.0.0.1").await;
    assert_eq!(status, 200);
    assert!(text.contains("\nflowdeck_ready 0.0\n"), "{text}");
    assert_eq!(ask("/metrics", "evil.example").await.0, 421);
    assert_eq!(ask("/healthz", "evil.example").await.0, 200);
    assert_eq!(ask("/readyz", "localhost").await.0, 503);
    for path in [
        "/",
        "/api/v1/runs",
        "/api/v1/comfy/health",
        "/openapi.json",
        "/metrics/x",
    ] {
        assert_eq!(ask(path, "localhost").await.0, 404, "{path}");
    }
    server.service.shutdown().await;
    listening.await.unwrap();
}

#[tokio::test]
async fn a_service_is_ready_once_an_engine_has_answered() {
    let mut server = TestServer::with(1, |options| options).await;
    let ready = get(&server, "/readyz").await;
    assert_eq!(ready.status(), 200);
    assert_eq!(
        body_of(ready).await,
        json!({ "ready": true, "missing": [] })
    );
    server.restart_without_waiting(&[]).await;
    for host in ["localhost", "health.example"] {
        let request = server.client.get(format!("{}/readyz", server.url));
        let response = request.header("Host", host).send().await.unwrap();
        assert_eq!(response.status(), 503, "{host}");
        let body: Value = body_of(response).await;
        assert_eq!(body, json!({ "ready": false, "missing": ["engine"] }));
    }
    let live = get(&server, "/healthz").await;
    assert_eq!(
        (live.status().as_u16(), live.text().await.unwrap().as_str()),
        (200, "ok\n")
    );
}

#[tokio::test]
async fn a_service_whose_store_cannot_be_written_is_not_ready() {
    let server = TestServer::with(1, |options| options).await;
    let path = server.folder.path().join("data/flowdeck.sqlite");
    let other = rusqlite::Connection::open(path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let ready = get(&server, "/readyz").await;
    assert_eq!(ready.status(), 503);
    let body = body_of(ready).await;
    assert_eq!(body, json!({ "ready": false, "missing": ["store"] }));
    let text = metrics(&server).await;
    assert_eq!(value(&text, "flowdeck_ready"), Some(0.0), "{text}");
    other.execute_batch("ROLLBACK").unwrap();
}

#[tokio::test]
async fn open_streams_are_shown_while_they_are_open() {
    let server = TestServer::with(0, |options| options).await;
    let client = Client::builder().no_proxy().build().unwrap();
    let stream = client.get(format!("{}/api/v1/events", server.url));
    let stream = stream.header("X-API-KEY", KEY).send().await.unwrap();
    assert_eq!(stream.status(), 200);
    let streams = async |count: f64| {
        let text = metrics(&server).await;
        (value(&text, "flowdeck_event_streams") == Some(count)).then_some(())
    };
    eventually("the stream is counted", async || streams(1.0).await).await;
    drop(stream);
    eventually("the stream has ended", async || streams(0.0).await).await;
}

#[tokio::test]
async fn attempts_of_webhooks_are_counted_by_outcome() {
    let (server, receiver) = (webhooks::service().await, Receiver::start().await);
    webhooks::add(&server, &receiver.url("/"), &["run.completed"]).await;
    receiver.reply(Reply::Status(503));
    server.run("short", no_inputs()).await;
    let counted = async |series: &str, expected: f64| {
        let reached = async || {
            let text = metrics(&server).await;
            (value(&text, series) == Some(expected)).then_some(text)
        };
        eventually(&format!("{series} is {expected}"), reached).await
    };
    let attempts =
        |outcome: &str| format!("flowdeck_webhook_attempts_total{{outcome=\"{outcome}\"}}");
    let text = counted(&attempts("to_retry"), 1.0).await;
    let pending = "flowdeck_webhook_deliveries{state=\"pending\"}";
    assert_eq!(value(&text, pending), Some(1.0), "{text}");
    receiver.reply(Reply::Status(204));
    server.clock.skip(Duration::from_secs(60));
    let text = counted(&attempts("delivered"), 1.0).await;
    assert_eq!(value(&text, pending), Some(0.0), "{text}");
    let failing = "flowdeck_webhook_receiver_failing_seconds";
    assert_eq!(value(&text, failing), Some(0.0), "{text}");
}
