//! The progress of a running run.

use serde_json::{Value, json};

use crate::common::{TestServer, eventually, no_inputs};

/// Waits until more than this number of steps are done. Returns the progress.
async fn wait_for_progress_beyond(server: &TestServer, run: &str, steps: u64) -> Value {
    let beyond = async || {
        let progress = server.detail(run).await["progress"].clone();
        (progress["value"].as_u64()? > steps).then_some(progress)
    };
    eventually("the run has progressed", beyond).await
}

#[tokio::test]
async fn a_running_run_reports_its_engine_s_steps_and_nodes() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("slow", no_inputs()).await;
    let before = wait_for_progress_beyond(&server, &run, 1).await;
    assert_eq!(before["node"], "2", "the node that blurs");
    assert_eq!(before["title"], "ImageBlur");
    assert_eq!(before["max"], 4096, "two passes over 2048 rows");
    assert_eq!(
        (&before["nodes_done"], &before["nodes_total"]),
        (&json!(1), &json!(3))
    );
    assert!(
        (33..67).contains(&before["percent"].as_u64().unwrap()),
        "{before}"
    );
    let value = before["value"].as_u64().unwrap();
    let after = wait_for_progress_beyond(&server, &run, value).await;
    assert_eq!(after["max"], 4096);
    assert!(after["percent"].as_u64() >= before["percent"].as_u64());
    let listed = server.get("/api/v1/runs?group_id=g").await;
    assert_eq!(listed["data"]["runs"][0]["progress"]["max"], 4096);
}

#[tokio::test]
async fn the_progress_of_a_run_goes_on_after_a_restart_of_the_service() {
    let mut server = TestServer::with(1, |options| options).await;
    let run = server.run("slow", no_inputs()).await;
    let before = wait_for_progress_beyond(&server, &run, 1).await;
    server.restart(&server.addresses.clone()).await;
    let value = before["value"].as_u64().unwrap();
    let after = wait_for_progress_beyond(&server, &run, value).await;
    assert_eq!(after["title"], "ImageBlur");
    assert_eq!(after["nodes_total"], 3);
}

#[tokio::test]
async fn a_waiting_run_and_one_that_has_ended_have_no_progress() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("slow", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    let waiting = server.run("slow", no_inputs()).await;
    wait_for_progress_beyond(&server, &run, 0).await;
    assert_eq!(server.detail(&waiting).await.get("progress"), None);
    let path = format!("/api/v1/runs/{run}/cancel");
    server.request("POST", &path).send().await.unwrap();
    let ended = server.wait_for_status(&run, "cancelled").await;
    assert_eq!(ended.get("progress"), None);
}
