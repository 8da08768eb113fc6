//! What streams tell of runs: from the state on until the end, resumed wherever they broke off.

use std::slice::from_ref;
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::json;
use service::Options;

use crate::common::followed_runs::{
    ALL, completed, of_run, opened, resumed, service, service_with, start, stream,
};
use crate::common::sse::{Event, told};
use crate::common::{KEY, json as body, no_inputs};

fn ids(events: &[Event]) -> Vec<&str> {
    let ids = events.iter().map(|event| event.id.as_deref());
    ids.map(Option::unwrap_or_default).collect()
}

#[tokio::test]
async fn a_stream_tells_a_run_from_its_state_to_its_outputs_and_ends() {
    let (server, engine) = service().await;
    let run = server.run("short", no_inputs()).await;
    let mut events = stream(&server, &of_run(&run)).await;
    let first = events.next().await.unwrap();
    assert_eq!(first.kind, "state");
    assert_eq!(first.data["run_id"], *run);
    assert_eq!(first.data["workflow_id"], "short");
    assert_eq!(first.data["group_id"], "g");
    assert!(first.data["at"].as_str().unwrap().ends_with('Z'));
    start(&engine).await;
    engine.step(7);
    let moment = events.moment().await;
    assert_eq!(moment["run_id"], *run);
    assert_eq!(moment["progress"]["value"], 7, "{moment}");
    engine.finish();
    let rest = events.rest().await;
    let last = rest.last().unwrap();
    assert_eq!(last.kind, "state");
    assert_eq!(last.data["status"], "completed");
    let outputs = &rest[rest.len() - 2];
    assert_eq!(outputs.kind, "outputs");
    assert_eq!(
        outputs.data["outputs"],
        server.detail(&run).await["outputs"]
    );
    assert_eq!(ids(&rest).last(), Some(&"5"));
}

#[tokio::test]
async fn every_event_has_the_next_number_and_a_stream_resumes_after_any_of_them() {
    let (server, engine) = service().await;
    let run = completed(&server, &engine).await;
    let all = resumed(&server, &of_run(&run), "0").await.rest().await;
    assert_eq!(
        told(&all),
        [
            "state pending 0",
            "attempt pending 1",
            "state running 1",
            "outputs completed 1",
            "state completed 1",
        ]
    );
    assert_eq!(ids(&all), ["1", "2", "3", "4", "5"]);
    for (number, event) in (1..).zip(&all) {
        assert_eq!(event.data["number"], number);
        let path = of_run(&run);
        if number == 5 {
            let answer = opened(&server, KEY, &path, Some("5")).await;
            assert_eq!(answer.status(), StatusCode::NO_CONTENT);
            break;
        }
        let rest = resumed(&server, &path, &number.to_string()).await;
        assert_eq!(rest.rest().await, all[number..]);
    }
    for (last, begins) in [("6", "4"), ("-1", "4"), ("x", "4"), ("", "4"), ("1e3", "4")] {
        let rest = resumed(&server, &of_run(&run), last).await.rest().await;
        assert_eq!(ids(&rest), [begins, "5"], "{last}");
    }
}

#[tokio::test]
async fn a_run_that_fails_or_is_cancelled_ends_its_stream_with_the_reason() {
    let (server, engine) = service().await;
    let run = server.run("short", no_inputs()).await;
    start(&engine).await;
    let events = stream(&server, &of_run(&run)).await;
    let path = format!("/api/v1/runs/{run}/cancel");
    server.request("POST", &path).send().await.unwrap();
    let rest = events.rest().await;
    assert_eq!(rest.last().unwrap().data["status"], "cancelled");
    let failed = server.run("short", no_inputs()).await;
    start(&engine).await;
    let events = stream(&server, &of_run(&failed)).await;
    engine.fail();
    let last = events.rest().await.pop().unwrap();
    assert_eq!(last.data["status"], "failed");
    assert_eq!(last.data["error"], server.detail(&failed).await["error"]);
}

#[tokio::test]
async fn a_lost_attempt_is_told_and_so_is_the_next_one() {
    let (server, engine) = service().await;
    let run = server.run("short", no_inputs()).await;
    start(&engine).await;
    server.wait_for_status(&run, "running").await;
    let events = stream(&server, &of_run(&run)).await;
    engine.forget_all();
    start(&engine).await;
    server.wait_for_status(&run, "running").await;
    engine.finish();
    let rest = events.rest().await;
    assert_eq!(
        told(&rest),
        [
            "state running 1",
            "state pending 1",
            "attempt pending 2",
            "state running 2",
            "outputs completed 2",
            "state completed 2",
        ]
    );
}

#[tokio::test]
async fn a_stopping_service_ends_streams_at_once_and_the_next_one_resumes_them() {
    fn patient(mut options: Options) -> Options {
        options.grace = Duration::from_secs(600);
        options
    }
    let (mut server, engine) = service_with(patient).await;
    let run = server.run("short", no_inputs()).await;
    let mut events = stream(&server, &of_run(&run)).await;
    let mut all = stream(&server, ALL).await;
    start(&engine).await;
    let mut last = events.next().await.unwrap();
    while last.data["status"] != "running" {
        last = events.next().await.unwrap();
    }
    let mut last_of_all = all.next().await.unwrap();
    while last_of_all.data["status"] != "running" {
        last_of_all = all.next().await.unwrap();
    }
    // It would wait for ten minutes for a request that is being answered.
    server.restart(from_ref(&engine.address)).await;
    assert_eq!(events.next().await, None);
    assert_eq!(all.next().await, None);
    engine.finish();
    server.wait_for_status(&run, "completed").await;
    let rest = resumed(&server, &of_run(&run), &last.id.unwrap()).await;
    let rest = rest.rest().await;
    assert_eq!(told(&rest), ["outputs completed 1", "state completed 1"]);
    let mut all = resumed(&server, ALL, &last_of_all.id.unwrap()).await;
    for expected in &rest {
        let event = all.next().await.unwrap();
        assert_eq!(
            (&event.kind, &event.data["number"]),
            (&expected.kind, &expected.data["number"])
        );
    }
}

#[tokio::test]
async fn a_stream_of_all_runs_begins_with_the_open_ones_and_goes_on_with_everybody_s() {
    let (server, engine) = service().await;
    completed(&server, &engine).await;
    let first = server.run("short", no_inputs()).await;
    let second = server.run("short", no_inputs()).await;
    let mut all = stream(&server, ALL).await;
    for run in [&first, &second] {
        let event = all.next().await.unwrap();
        assert_eq!((event.id, &event.data["run_id"]), (None, &json!(run)));
    }
    let mut ready = all.next().await.unwrap();
    while ready.kind != "ready" {
        ready = all.next().await.unwrap();
    }
    assert_eq!(ready.data, json!({ "runs": 2 }));
    start(&engine).await;
    let mut event = all.next().await.unwrap();
    while event.data["status"] != "running" {
        event = all.next().await.unwrap();
    }
    engine.step(3);
    let moment = all.moment().await;
    assert_eq!(moment["run_id"], event.data["run_id"]);
    let third = server.run("short", no_inputs()).await;
    let mut event = all.next().await.unwrap();
    while event.data["run_id"] != *third {
        event = all.next().await.unwrap();
    }
    assert_eq!(event.data["status"], "pending");
    let missed = resumed(&server, ALL, &ready.id.unwrap()).await;
    let mut missed = missed;
    let mut seen = Vec::new();
    while seen.last() != Some(&event.data) {
        let event = missed.next().await.unwrap();
        assert_ne!(event.kind, "ready");
        seen.push(event.data);
    }
}

#[tokio::test]
async fn a_resumed_stream_tells_moments_of_runs_that_were_running_before() {
    let (server, engine) = service().await;
    let run = server.run("short", no_inputs()).await;
    start(&engine).await;
    server.wait_for_status(&run, "running").await;
    let mut all = stream(&server, ALL).await;
    let mut ready = all.next().await.unwrap();
    while ready.kind != "ready" {
        ready = all.next().await.unwrap();
    }
    let mut resumed = resumed(&server, ALL, &ready.id.unwrap()).await;
    engine.step(5);
    while resumed.moment().await["progress"]["value"] != 5 {}
}

#[tokio::test]
async fn a_stream_that_cannot_be_resumed_begins_again() {
    let (server, engine) = service().await;
    completed(&server, &engine).await;
    for last in ["999999", "-5", "x"] {
        let mut all = resumed(&server, ALL, last).await;
        assert_eq!(all.next().await.unwrap().kind, "ready", "{last}");
    }
}

#[tokio::test]
async fn a_filter_leaves_out_other_workflows_and_groups() {
    let (server, engine) = service().await;
    let mut of_workflow = stream(&server, &format!("{ALL}?workflow_id=slow&group_id=")).await;
    let mut of_group = stream(&server, &format!("{ALL}?group_id=other")).await;
    for stream in [&mut of_workflow, &mut of_group] {
        assert_eq!(stream.next().await.unwrap().kind, "ready");
    }
    completed(&server, &engine).await;
    let slow = server.run("slow", no_inputs()).await;
    assert_eq!(of_workflow.next().await.unwrap().data["run_id"], *slow);
    let path = "/api/v1/runs?workflow_id=short&group_id=other";
    let request = server.request("POST", path).multipart(no_inputs());
    let answer = body(request.send().await.unwrap()).await;
    let event = of_group.next().await.unwrap();
    assert_eq!(event.data["run_id"], answer["data"][0]["run_id"]);
}
