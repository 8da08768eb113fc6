//! How far a run is, while it runs.

use serde_json::Value;

use crate::common::{TestServer, eventually, nothing};

/// The run's progress as soon as more than this many steps are done.
async fn beyond(server: &TestServer, run: &str, steps: u64) -> Value {
    let told = async || {
        let progress = server.detail(run).await["progress"].clone();
        (progress["value"].as_u64()? > steps).then_some(progress)
    };
    eventually("the run is further", told).await
}

#[tokio::test]
async fn a_run_that_runs_tells_its_steps_as_its_engine_does_them() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("slow", nothing()).await;
    let before = beyond(&server, &run, 0).await;
    assert_eq!(before["node"], "2", "the node that blurs");
    assert_eq!(before["max"], 4096, "two passes over 2048 rows");
    let value = before["value"].as_u64().unwrap();
    let after = beyond(&server, &run, value).await;
    assert_eq!(after["max"], 4096);
    let listed = server.get("/api/v1/runs?group_id=g").await;
    assert_eq!(listed["data"]["runs"][0]["progress"]["max"], 4096);
}

#[tokio::test]
async fn a_run_that_has_ended_or_waits_tells_no_steps() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("slow", nothing()).await;
    let waiting = server.run("slow", nothing()).await;
    beyond(&server, &run, 0).await;
    assert_eq!(server.detail(&waiting).await.get("progress"), None);
    let path = format!("/api/v1/runs/{run}/cancel");
    server.request("POST", &path).send().await.unwrap();
    let ended = server.reaches(&run, "cancelled").await;
    assert_eq!(ended.get("progress"), None);
}
