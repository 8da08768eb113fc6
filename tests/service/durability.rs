//! Runs survive a restart of the service and the loss of an engine instance.

use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, engine, json, no_inputs, texts};

#[tokio::test]
async fn a_run_that_has_ended_is_still_available_after_a_restart() {
    let mut server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    let before = server.wait_for_status(&run, "completed").await;
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(server.detail(&run).await, before);
}

#[tokio::test]
async fn a_run_continues_at_its_engine_while_the_service_is_down() {
    let mut server = TestServer::with(1, |options| options).await;
    let first = server.run("short", no_inputs()).await;
    let second = server
        .run(
            "invert",
            file("photo", "p.png", "image/png", png(&gradient())),
        )
        .await;
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    server.wait_for_status(&first, "completed").await;
    let detail = server.wait_for_status(&second, "completed").await;
    assert_eq!(detail["outputs"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn without_its_engine_a_waiting_run_is_handed_over_again_and_a_running_one_fails() {
    let mut server = TestServer::with(1, |options| options).await;
    let running = server.run("slow", no_inputs()).await;
    let waiting = server
        .run(
            "invert",
            file("photo", "p.png", "image/png", png(&gradient())),
        )
        .await;
    server.wait_for_status(&running, "running").await;
    server.service.shutdown().await;
    server.engines.pop().unwrap().shutdown().await;
    let fresh = engine(server.folder.path(), 7, 0).await;
    let addresses = vec![format!("http://{}", fresh.address())];
    server.engines.push(fresh);
    server.restart(&addresses).await;
    let failed = server.wait_for_status(&running, "failed").await;
    assert!(
        failed["error"]
            .as_str()
            .unwrap()
            .contains("restarted during"),
        "{failed}"
    );
    server.wait_for_status(&waiting, "completed").await;
}

#[tokio::test]
async fn an_engine_that_restarts_during_a_run_loses_no_waiting_run() {
    let mut server = TestServer::with(1, |options| options).await;
    let running = server.run("slow", no_inputs()).await;
    let waiting = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&running, "running").await;
    let old = server.engines.pop().unwrap();
    let port = old.address().port();
    old.shutdown().await;
    server
        .engines
        .push(engine(server.folder.path(), 7, port).await);
    let failed = server.wait_for_status(&running, "failed").await;
    assert!(
        failed["error"]
            .as_str()
            .unwrap()
            .contains("restarted during"),
        "{failed}"
    );
    server.wait_for_status(&waiting, "completed").await;
}

#[tokio::test]
async fn a_run_that_waits_for_an_instance_can_be_cancelled() {
    let mut server = TestServer::with(1, |mut options| {
        options.queue_limit = 2;
        options
    })
    .await;
    server.run("slow", no_inputs()).await;
    let waiting = server.run("join", texts(&[("title", "a")])).await;
    server.service.shutdown().await;
    // Nothing listens there, so no instance has the run.
    server
        .restart_without_waiting(&["http://127.0.0.1:9".to_owned()])
        .await;
    let path = format!("/api/v1/runs/{waiting}/cancel");
    let response = server.request("POST", &path).send().await.unwrap();
    assert_eq!(
        (
            response.status().as_u16(),
            json(response).await["data"].clone()
        ),
        (200, "Run cancelled successfully".into())
    );
    assert_eq!(server.detail(&waiting).await["status"], "cancelled");
}
