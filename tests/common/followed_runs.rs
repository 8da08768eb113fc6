//! Runs of a service that are followed by their events, at an engine whose tasks proceed when the test says so.

use std::slice::from_ref;

use reqwest::Response;
use service::Options;

use super::sse::EventStream;
use super::stream_engine::StreamEngine;
use super::{KEY, TestServer, eventually, no_inputs};

/// The path of the events of all runs.
pub(crate) const ALL: &str = "/api/v1/events";

/// The path of the events of a run.
pub(crate) fn of_run(id: &str) -> String {
    format!("/api/v1/runs/{id}/events")
}

/// A service in front of an engine whose tasks proceed when the test says so.
pub(crate) async fn service() -> (TestServer, StreamEngine) {
    service_with(|options| options).await
}

pub(crate) async fn service_with(options: fn(Options) -> Options) -> (TestServer, StreamEngine) {
    let engine = StreamEngine::start().await;
    let mut server = TestServer::with(0, options).await;
    server.restart(from_ref(&engine.address)).await;
    (server, engine)
}

pub(crate) async fn opened(
    server: &TestServer,
    key: &str,
    path: &str,
    last: Option<&str>,
) -> Response {
    let request = server.request_with(key, "GET", path);
    let request = match last {
        Some(id) => request.header("Last-Event-ID", id),
        None => request,
    };
    request.send().await.unwrap()
}

pub(crate) async fn stream(server: &TestServer, path: &str) -> EventStream {
    EventStream::new(opened(server, KEY, path, None).await)
}

pub(crate) async fn resumed(server: &TestServer, path: &str, last: &str) -> EventStream {
    EventStream::new(opened(server, KEY, path, Some(last)).await)
}

/// Waits until the engine has its next task, and starts it.
pub(crate) async fn start(engine: &StreamEngine) {
    eventually("the engine has a task", async || {
        (engine.pending() > 0).then_some(())
    })
    .await;
    engine.start_next();
}

/// A run that has completed, and was seen running before.
pub(crate) async fn completed(server: &TestServer, engine: &StreamEngine) -> String {
    let run = server.run("short", no_inputs()).await;
    start(engine).await;
    server.wait_for_status(&run, "running").await;
    engine.finish();
    server.wait_for_status(&run, "completed").await;
    run
}
