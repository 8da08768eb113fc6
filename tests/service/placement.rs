//! Which instance executes a run, and what happens when every queue is full.

use std::collections::HashSet;

use futures_util::future::join_all;

use crate::common::{TestServer, json, no_inputs, texts};

#[tokio::test]
async fn runs_go_to_the_least_loaded_instance() {
    let server = TestServer::start().await;
    for _ in 0..4 {
        server.run("slow", no_inputs()).await;
    }
    let loads: Vec<usize> = server
        .queue()
        .await
        .iter()
        .map(|(running, pending)| running.len() + pending.len())
        .collect();
    assert_eq!(loads, [2, 2]);
}

#[tokio::test]
async fn an_accepted_run_is_in_the_queue_at_once() {
    let server = TestServer::start().await;
    let first = server.run("slow", no_inputs()).await;
    let second = server.run("slow", no_inputs()).await;
    let third = server.run("slow", no_inputs()).await;
    let queue = server.queue().await;
    let all: HashSet<String> = queue
        .into_iter()
        .flat_map(|(running, pending)| [running, pending].concat())
        .collect();
    assert_eq!(all, HashSet::from([first, second, third]));
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_submissions_do_not_exceed_the_limit() {
    let server = TestServer::with(2, |mut options| {
        options.queue_limit = 7;
        options
    })
    .await;
    let responses = join_all((0..40).map(|_| server.submit("slow", no_inputs()))).await;
    let mut rejected = Vec::new();
    let mut accepted = 0;
    for response in responses {
        match response.status().as_u16() {
            200 => accepted += 1,
            _ => rejected.push(response),
        }
    }
    assert_eq!((accepted, rejected.len()), (14, 26));
    for response in rejected {
        assert_eq!(response.status(), 429);
        let after: u64 = response.headers()["retry-after"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((1..=60).contains(&after));
        assert!(
            json(response).await["errors"]
                .as_str()
                .unwrap()
                .contains("full")
        );
    }
    let loads: Vec<usize> = server
        .queue()
        .await
        .iter()
        .map(|(running, pending)| running.len() + pending.len())
        .collect();
    assert_eq!(loads, [7, 7]);
}

#[tokio::test]
async fn without_a_responding_instance_a_run_is_rejected_with_retry_after() {
    let mut server = TestServer::with(1, |options| options).await;
    server.engines.pop().unwrap().shutdown().await;
    let stopped = async || {
        let health = server.get("/api/v1/comfy/health").await;
        (health["data"][0]["status"] == "stopped").then_some(())
    };
    crate::common::eventually("the service has noticed the stopped instance", stopped).await;
    let response = server.submit("join", texts(&[("title", "a")])).await;
    assert_eq!(response.status(), 503);
    assert!(response.headers().contains_key("retry-after"));
    assert!(
        json(response).await["errors"]
            .as_str()
            .unwrap()
            .contains("no engine instance responds")
    );
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
    let queue = crate::common::eventually("the instance is listed as stopped", listed).await;
    let entry = serde_json::json!({ "comfy_uri": address, "queue": { "queue_running": [], "queue_pending": [] } });
    assert_eq!(queue["data"][1], entry);
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
}
