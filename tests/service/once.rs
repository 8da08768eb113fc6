//! A run is never given to two engines, and never twice to one.

use std::sync::atomic::Ordering;

use serde_json::Value;

use crate::common::{TestServer, cut, texts};

/// How many tasks an engine has run.
async fn done(server: &TestServer, engine: &str) -> usize {
    let url = format!("{engine}/history");
    let history: Value = server
        .client
        .get(url)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    history.as_object().unwrap().len()
}

#[tokio::test]
async fn a_run_whose_acceptance_nobody_heard_runs_once() {
    let mut server = TestServer::start().await;
    let engines = server.uris.clone();
    let (line, was_cut) = cut::line(server.engines[0].address()).await;
    server
        .restart(&[format!("http://{line}"), engines[1].clone()])
        .await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.reaches(&run, "completed").await;
    assert!(was_cut.load(Ordering::SeqCst));
    assert_eq!(
        (
            done(&server, &engines[0]).await,
            done(&server, &engines[1]).await
        ),
        (1, 0)
    );
}

#[tokio::test]
async fn an_engine_that_is_gone_since_a_moment_is_passed_over() {
    let mut server = TestServer::start().await;
    server.engines.remove(0).shutdown().await;
    // Its link may not have noticed yet: the run must not be lost either way.
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.reaches(&run, "completed").await;
    assert_eq!(done(&server, &server.uris[1]).await, 1);
}
