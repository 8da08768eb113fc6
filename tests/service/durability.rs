//! Runs survive the end of the service and the loss of an engine instance.

use crate::common::pictures::{file, gradient, png};
use crate::common::{TestServer, engine, json, nothing, texts};

#[tokio::test]
async fn a_run_that_ended_is_told_of_after_a_restart() {
    let mut server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    let before = server.reaches(&run, "completed").await;
    let uris = server.uris.clone();
    server.restart(&uris).await;
    assert_eq!(server.detail(&run).await, before);
}

#[tokio::test]
async fn a_run_goes_on_at_its_engine_while_the_service_is_away() {
    let mut server = TestServer::with(1, |options| options).await;
    let first = server.run("short", nothing()).await;
    let second = server
        .run(
            "invert",
            file("photo", "p.png", "image/png", png(&gradient())),
        )
        .await;
    let uris = server.uris.clone();
    server.restart(&uris).await;
    server.reaches(&first, "completed").await;
    let detail = server.reaches(&second, "completed").await;
    assert_eq!(detail["outputs"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn when_the_engines_ended_too_a_waiting_run_is_placed_again_and_a_running_one_has_failed() {
    let mut server = TestServer::with(1, |options| options).await;
    let running = server.run("slow", nothing()).await;
    let waiting = server
        .run(
            "invert",
            file("photo", "p.png", "image/png", png(&gradient())),
        )
        .await;
    server.reaches(&running, "running").await;
    server.service.shutdown().await;
    server.engines.pop().unwrap().shutdown().await;
    let fresh = engine(server.folder.path(), 7, 0).await;
    let uris = vec![format!("http://{}", fresh.address())];
    server.engines.push(fresh);
    server.restart(&uris).await;
    let failed = server.reaches(&running, "failed").await;
    assert!(
        failed["error"]
            .as_str()
            .unwrap()
            .contains("restarted in mid-run"),
        "{failed}"
    );
    server.reaches(&waiting, "completed").await;
}

#[tokio::test]
async fn an_engine_that_was_restarted_in_mid_run_loses_no_waiting_run() {
    let mut server = TestServer::with(1, |options| options).await;
    let running = server.run("slow", nothing()).await;
    let waiting = server.run("join", texts(&[("title", "a")])).await;
    server.reaches(&running, "running").await;
    let old = server.engines.pop().unwrap();
    let port = old.address().port();
    old.shutdown().await;
    server
        .engines
        .push(engine(server.folder.path(), 7, port).await);
    let failed = server.reaches(&running, "failed").await;
    assert!(
        failed["error"]
            .as_str()
            .unwrap()
            .contains("restarted in mid-run"),
        "{failed}"
    );
    server.reaches(&waiting, "completed").await;
}

#[tokio::test]
async fn a_run_that_waits_for_an_instance_can_be_cancelled() {
    let mut server = TestServer::with(1, |mut options| {
        options.queue_limit = 2;
        options
    })
    .await;
    server.run("slow", nothing()).await;
    let waiting = server.run("join", texts(&[("title", "a")])).await;
    server.service.shutdown().await;
    // Nobody listens there: the run has no instance that could have it.
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
