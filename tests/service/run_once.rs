//! A run is never handed over to two engines, nor twice to one.

use std::sync::atomic::Ordering;

use serde_json::Value;

use crate::common::{ENGINE_TOKEN, TestServer, dropping_proxy, texts};

/// The number of tasks an engine has executed.
async fn executed(server: &TestServer, engine: &str) -> usize {
    let url = format!("{engine}/history");
    let history: Value = server
        .client
        .get(url)
        .bearer_auth(ENGINE_TOKEN)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    history.as_object().unwrap().len()
}

#[tokio::test]
async fn a_run_whose_acceptance_got_lost_runs_once() {
    let mut server = TestServer::start().await;
    let engines = server.addresses.clone();
    let (proxy, has_dropped) = dropping_proxy::start(server.engines[0].address()).await;
    server
        .restart(&[format!("http://{proxy}"), engines[1].clone()])
        .await;
    // The second one goes to the instance that has been idle for longer.
    for title in ["a", "b"] {
        let run = server.run("join", texts(&[("title", title)])).await;
        server.wait_for_status(&run, "completed").await;
    }
    assert!(has_dropped.load(Ordering::SeqCst));
    assert_eq!(
        (
            executed(&server, &engines[0]).await,
            executed(&server, &engines[1]).await
        ),
        (1, 1)
    );
}

#[tokio::test]
async fn an_engine_that_has_just_stopped_is_skipped() {
    let mut server = TestServer::start().await;
    server.engines.remove(0).shutdown().await;
    // The run may not be lost, even if the service has not noticed yet.
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    assert_eq!(executed(&server, &server.addresses[1]).await, 1);
}
