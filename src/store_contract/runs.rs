//! A run as it was submitted, and as it ended.

use api::{Priority, RunStatus};
use chrono::{DateTime, Utc};
use run_core::{StoredFile, StoredInput};
use store::{RunOutcome, RunRecord, Store, TraceContext, WebhookTarget};

use crate::samples::{claimed, hold_of, run};

pub async fn a_run_that_has_ended_never_changes(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    assert!(store.finish("a", RunOutcome::cancelled()).await.unwrap());
    assert!(!store.finish("a", RunOutcome::failed("late")).await.unwrap());
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.error, read.workflow, read.schema),
        (RunStatus::Cancelled, None, None, None)
    );
}

/// The start and the end of a run that started at this time and took 2 s, according to its engine.
async fn times(store: &dyn Store, id: &str, started_at: i64) -> [DateTime<Utc>; 3] {
    store.insert(run(id, None)).await.unwrap();
    let outcome = RunOutcome {
        started_at: Some(started_at),
        seconds: Some(2.0),
        ..RunOutcome::failed("x")
    };
    store.finish(id, outcome).await.unwrap();
    let read = store.run(id).await.unwrap().unwrap();
    let times = [read.created_at, read.started_at, read.completed_at];
    times.map(Option::unwrap)
}

pub async fn the_engine_s_start_time_is_stored_in_milliseconds(store: &dyn Store) {
    let now = Utc::now().timestamp_millis();
    let [_, started, _] = times(store, "a", now).await;
    assert_eq!(started.timestamp_millis(), now);
}

pub async fn a_start_by_a_wrong_clock_is_between_the_submission_and_the_end(store: &dyn Store) {
    let now = Utc::now().timestamp_millis();
    for wrong in [0, -1, now - 86_400_000, now + 86_400_000, i64::MAX] {
        let [created, started, completed] = times(store, &wrong.to_string(), wrong).await;
        assert!(
            created <= started && started <= completed,
            "{wrong}: {started}"
        );
    }
}

/// A run with a value in every member that a submission has.
fn submitted() -> RunRecord {
    let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let mut submitted = RunRecord {
        workflow_id: "poster".to_owned(),
        version: Some(3),
        owner: "ann".to_owned(),
        priority: Priority::High,
        idempotency_key: Some("k".to_owned()),
        digest: Some("of its values".to_owned()),
        webhook: Some(WebhookTarget {
            url: "https://a.example/done".to_owned(),
            origin: "https://a.example".to_owned(),
        }),
        link_base: Some("https://deck.example".to_owned()),
        trace: TraceContext::parse(traceparent),
        ..run("a", Some("g"))
    };
    submitted.inputs.push(StoredInput {
        path: "photo".to_owned(),
        value: "photo.png".to_owned(),
        shortened: false,
        file: Some(StoredFile {
            stored: "0.png".to_owned(),
            sent_as: "x.png".to_owned(),
            content_type: "image/png".to_owned(),
            size: 1,
        }),
    });
    submitted
}

pub async fn a_run_is_kept_as_it_was_submitted(store: &dyn Store) {
    assert!(submitted().trace.is_some());
    store.insert(submitted()).await.unwrap();
    let kept = store.run("a").await.unwrap().unwrap();
    let created_at = kept.created_at;
    assert!(created_at.is_some());
    let expected = RunRecord {
        created_at,
        ..submitted()
    };
    assert_eq!(format!("{kept:?}"), format!("{expected:?}"));
    let listed = store.listed_run("a").await.unwrap().unwrap();
    let expected = RunRecord {
        workflow: None,
        schema: None,
        ..expected
    };
    assert_eq!(format!("{listed:?}"), format!("{expected:?}"));
    assert!(store.listed_run("b").await.unwrap().is_none());
}

pub async fn a_run_has_what_its_engine_has_made(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    let held = claimed(store, "a", "p").await;
    assert_eq!(held, hold_of(store, "a", "p").await);
    assert!(store.mark_running(&held).await.unwrap());
    let running = store.run("a").await.unwrap().unwrap();
    assert_eq!(running.status, RunStatus::Running);
    assert_eq!(running.client_id.as_deref(), Some("c"));
    assert!(running.started_at.is_some() && running.completed_at.is_none());
    let outputs = vec!["a.png".to_owned(), "b.png".to_owned()];
    let outcome = RunOutcome::completed(outputs.clone(), 7);
    assert!(store.finish_attempt(&held, outcome).await.unwrap());
    let ended = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (ended.status, ended.outputs),
        (RunStatus::Completed, outputs)
    );
    assert_eq!(ended.started_at, running.started_at);
    assert!(ended.completed_at.is_some());
    assert_eq!(ended.instance_address.as_deref(), Some("http://e"));
}

pub async fn runs_that_have_not_ended_are_found_oldest_first(store: &dyn Store) {
    for id in ["b", "a", "c"] {
        store.insert(run(id, None)).await.unwrap();
    }
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    assert_eq!(store.unfinished().await.unwrap(), ["b", "c"]);
}
