use std::time::Duration;

use client::ErrorKind;

use super::server::{Server, answer, success};
use crate::FollowRun;

const RUN: &str = "run-1";

/// Polls a run at a server with these answers.
async fn followed(answers: &[&str]) -> (Server, FollowRun) {
    let server = Server::with(answers).await;
    let interval = Duration::from_millis(1);
    let run = FollowRun::new(server.client.clone(), RUN, interval, false);
    (server, run)
}

fn detail(status: &str) -> String {
    success(&format!(
        r#"{{"data":{{"_id":"{RUN}","workflow_id":"poster","status":"{status}"}}}}"#
    ))
}

#[tokio::test]
async fn a_run_is_followed_until_its_end() {
    let answers = [detail("running"), detail("completed")];
    let (server, mut run) = followed(&answers.each_ref().map(String::as_str)).await;
    let mut seen = Vec::new();
    while let Some(observation) = run.next().await.unwrap() {
        seen.push((observation.run.status.name(), observation.has_ended));
    }
    assert_eq!(seen, [("running", false), ("completed", true)]);
    assert_eq!(run.next().await.unwrap(), None, "it stays ended");
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn who_stops_waiting_may_wait_again() {
    let (server, mut run) = followed(&[&detail("completed")]).await;
    // Polled once: the request has begun.
    tokio::select! {
        biased;
        seen = run.next() => panic!("{seen:?}"),
        () = std::future::ready(()) => {}
    }
    let seen = run.next().await.unwrap().unwrap();
    assert!(seen.has_ended);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn nothing_follows_a_failure_that_stays() {
    let (_server, mut run) = followed(&[&answer("401 Unauthorized", "", "")]).await;
    let failure = run.next().await.err().unwrap();
    assert_eq!(failure.error.kind, ErrorKind::Authentication);
    assert_eq!(run.next().await.unwrap(), None);
}
