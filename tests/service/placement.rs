//! Which instance executes a run, and what happens when every queue is full.

use std::slice::from_ref;

use futures_util::future::join_all;

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, engine, eventually, json, no_inputs, texts};

/// The ids at the instances, and those that wait in the service.
async fn places(server: &TestServer) -> (Vec<usize>, Vec<String>) {
    let queues = server.queue().await;
    let loads = queues
        .iter()
        .map(|(running, pending)| running.len() + pending.len());
    let meta = server.get("/api/v1/comfy/queue").await["meta"].clone();
    let ids = meta["waiting"]["ids"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let ids = ids.iter().map(|id| id.as_str().unwrap().to_owned());
    (loads.collect(), ids.collect())
}

#[tokio::test]
async fn the_durations_of_earlier_runs_are_expected_of_later_ones() {
    let server = TestServer::with(1, |options| options).await;
    let first = server.run("short", no_inputs()).await;
    let unknown = server.detail(&first).await["takes"].clone();
    assert!(unknown.is_null() || unknown == 5.0, "{unknown}");
    server.wait_for_status(&first, "completed").await;
    let engine = serde_json::json!({ "comfy_uri": server.addresses[0] });
    let drain = server.request("POST", "/api/v1/comfy/engines/drain");
    assert_eq!(drain.json(&engine).send().await.unwrap().status(), 200);
    let next = server.run("short", no_inputs()).await;
    let takes = server.detail(&next).await["takes"].as_f64().unwrap();
    assert!(takes < 4.0, "{takes}");
}

#[tokio::test]
async fn each_instance_gets_as_many_runs_as_its_depth_and_the_others_wait_in_order() {
    let server = TestServer::start().await;
    let mut runs = Vec::new();
    for _ in 0..7 {
        runs.push(server.run("slow", no_inputs()).await);
    }
    let are_placed = async || {
        let (loads, waiting) = places(&server).await;
        (loads == [2, 2] && waiting == runs[4..]).then_some(())
    };
    eventually("four are at the instances", are_placed).await;
    for run in &runs[4..] {
        assert_eq!(server.detail(run).await["status"], "pending");
    }
    let path = format!("/api/v1/runs/{}/cancel", runs[5]);
    assert_eq!(
        server.request("POST", &path).send().await.unwrap().status(),
        200
    );
    assert_eq!(places(&server).await.1, [runs[4].clone(), runs[6].clone()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_submissions_do_not_exceed_the_limit() {
    let server = TestServer::with(2, |mut options| {
        options.rules.queue_limit = 7;
        options
    })
    .await;
    let responses = join_all((0..40).map(|_| server.submit("slow", no_inputs()))).await;
    let (accepted, rejected): (Vec<_>, Vec<_>) = responses
        .into_iter()
        .partition(|response| response.status() == 200);
    // Some were at the instances while others were counted.
    assert!((14..=18).contains(&accepted.len()), "{}", accepted.len());
    for response in rejected {
        assert_eq!(response.status(), 429);
        let after = response.headers()["retry-after"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!((1..=60).contains(&after.parse().unwrap()));
        let body = json(response).await;
        assert!(body["errors"].as_str().unwrap().contains("full"), "{body}");
    }
}

#[tokio::test]
async fn a_run_for_a_known_instance_that_has_stopped_waits_until_it_is_back() {
    let mut server = TestServer::with(1, |options| options).await;
    let old = server.engines.pop().unwrap();
    let port = old.address().port();
    old.shutdown().await;
    let stopped = async || {
        let health = server.get("/api/v1/comfy/health").await;
        (health["data"][0]["status"] == "stopped").then_some(())
    };
    eventually("the service has noticed the stopped instance", stopped).await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    assert_eq!(places(&server).await.1, from_ref(&run));
    server
        .engines
        .push(engine(server.folder.path(), 9, port).await);
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["attempts"], 1);
}

#[tokio::test]
async fn while_no_instance_was_ever_reached_a_run_is_rejected_with_retry_after() {
    let mut server = TestServer::with(0, |options| options).await;
    // Nothing listens there.
    let addresses = ["http://127.0.0.1:9".to_owned()];
    server.restart_without_waiting(&addresses).await;
    let response = server.submit("join", texts(&[("title", "a")])).await;
    assert_eq!(response.status(), 503);
    assert!(response.headers().contains_key("retry-after"));
    let body = json(response).await;
    let errors = body["errors"].as_str().unwrap();
    assert!(errors.contains("no engine instance responds"), "{body}");
}

#[tokio::test]
async fn an_instance_that_does_not_respond_is_listed_as_stopped() {
    let mut server = TestServer::start().await;
    let address = server.addresses[1].clone();
    server.engines.pop().unwrap().shutdown().await;
    let listed = async || {
        let queue = server.get("/api/v1/comfy/queue").await;
        (queue["meta"]["stopped"] == serde_json::json!([address])).then_some(queue)
    };
    let queue = eventually("the instance is listed as stopped", listed).await;
    let entry = serde_json::json!({ "comfy_uri": address, "queue": { "queue_running": [], "queue_pending": [] } });
    assert_eq!(queue["data"][1], entry);
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn a_file_larger_than_any_instance_takes_is_refused_with_the_limit() {
    let (small, large) = (FakeEngine::start().await, FakeEngine::start().await);
    for (engine, limit) in [(&small, 10), (&large, 50_000)] {
        let features = serde_json::json!({ "max_upload_size": limit });
        engine.answer("features", Answer::Text(200, features.to_string()));
        engine.define("ImageInvert", serde_json::json!({}));
    }
    let mut server = TestServer::with(0, |mut options| {
        options.max_upload = 200 << 20;
        options
    })
    .await;
    server
        .restart(&[small.address.clone(), large.address.clone()])
        .await;
    let photo = |size: usize| {
        let mut content = png(&gradient());
        content.resize(content.len().max(size), 0);
        file("photo", "p.png", "image/png", content)
    };
    for size in [50_001, 70 << 20] {
        let response = server.submit("invert", photo(size)).await;
        assert_eq!(response.status(), 413);
        let error = json(response).await["errors"].as_str().unwrap().to_owned();
        assert!(error.contains("50000 bytes"), "{error}");
        assert!(!error.contains("http://"), "{error}");
    }
    let form = texts(&[("title", &"x".repeat(70 << 20))]);
    let response = server.submit("join", form).await;
    assert_eq!(response.status(), 413);
    let error = json(response).await["errors"].as_str().unwrap().to_owned();
    assert!(error.contains("texts may have 8 MB"), "{error}");
    assert!(
        !error.contains("file is") && !error.contains("http://"),
        "{error}"
    );
    let runs = server.get("/api/v1/runs").await["data"]["count"].clone();
    assert_eq!(runs, 0);
    // It goes to the one that takes it, although the other one is free, too.
    server.run("invert", photo(0)).await;
    let has_file = async || (large.requests("POST /upload/image") > 0).then_some(());
    eventually("the file is uploaded", has_file).await;
    assert_eq!(small.requests("POST /upload/image"), 0);
}
