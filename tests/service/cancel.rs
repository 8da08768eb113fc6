//! `POST /api/v1/runs/{run_id}/cancel`.

use crate::common::holding_proxy::{self, Step};
use crate::common::{TestServer, json, no_inputs, texts};

async fn cancel(server: &TestServer, run: &str) -> reqwest::Response {
    server
        .request("POST", &format!("/api/v1/runs/{run}/cancel"))
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn a_waiting_run_is_cancelled_at_once_and_leaves_the_queue() {
    let server = TestServer::with(1, |options| options).await;
    server.run("slow", no_inputs()).await;
    let waiting = server.run("slow", no_inputs()).await;
    let response = cancel(&server, &waiting).await;
    assert_eq!(response.status(), 200);
    assert_eq!(json(response).await["data"], "Run cancelled successfully");
    assert_eq!(server.detail(&waiting).await["status"], "cancelled");
    let (running, pending) = server.queue().await.remove(0);
    assert!(!running.contains(&waiting) && !pending.contains(&waiting));
}

#[tokio::test]
async fn only_the_cancelled_run_is_stopped() {
    let server = TestServer::with(1, |options| options).await;
    let first = server.run("slow", no_inputs()).await;
    // Of two runs that are handed over together, either may arrive first.
    server.wait_for_status(&first, "running").await;
    let second = server.run("slow", no_inputs()).await;
    assert_eq!(cancel(&server, &first).await.status(), 200);
    let detail = server.wait_for_status(&first, "cancelled").await;
    assert_eq!(detail["outputs"], serde_json::json!([]));
    server.wait_for_status(&second, "running").await;
}

#[tokio::test]
async fn a_run_that_has_ended_cannot_be_cancelled() {
    let server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    let response = cancel(&server, &run).await;
    assert_eq!(response.status(), 409);
    assert!(
        json(response).await["errors"]
            .as_str()
            .unwrap()
            .contains("has ended")
    );
}

#[tokio::test]
async fn an_unknown_run_is_404() {
    let server = TestServer::start().await;
    assert_eq!(cancel(&server, "nobody").await.status(), 404);
}

#[tokio::test]
async fn a_run_that_is_being_handed_over_is_cancelled_when_it_arrives() {
    let mut server = TestServer::with(1, |options| options).await;
    let (proxy, mut step) = holding_proxy::start(server.engines[0].address()).await;
    server.restart(&[format!("http://{proxy}")]).await;
    let cancelling = async {
        step.wait_for(|step| *step == Step::Held).await.unwrap();
        let runs = server.get("/api/v1/runs?group_id=g").await["data"]["runs"].clone();
        let run = runs[0]["_id"].as_str().unwrap().to_owned();
        (cancel(&server, &run).await.status(), run)
    };
    let (submitted, (cancelled, run)) =
        tokio::join!(server.submit("slow", no_inputs()), cancelling);
    assert_eq!(
        (submitted.status(), cancelled),
        (200.try_into().unwrap(), 200.try_into().unwrap())
    );
    server.wait_for_status(&run, "cancelled").await;
}
