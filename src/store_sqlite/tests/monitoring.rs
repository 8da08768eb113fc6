//! What monitoring reads.

use super::*;
use store::TraceContext;

/// The changes after an event, as workflow and what has changed, and the last event.
async fn changes(store: &SqliteStore, after: i64, limit: u32) -> (Vec<&'static str>, i64) {
    let (changes, last) = store.changes_to_count(after, limit).await.unwrap();
    let names = changes.iter().map(|change| {
        assert_eq!(change.workflow_id, "w");
        match &change.kind {
            CountedKind::Accepted => "accepted",
            CountedKind::Attempt => "attempt",
            CountedKind::Ended { status, .. } => status,
        }
    });
    (names.collect(), last)
}

#[tokio::test]
async fn each_change_is_counted_once() {
    let (_folder, store) = store();
    assert_eq!(changes(&store, 0, 100).await, (vec![], 0));
    store.insert(run("a", None)).await.unwrap();
    store
        .begin_attempt(claim("a", "e", "p", "c"))
        .await
        .unwrap();
    let (first, last) = changes(&store, 0, 100).await;
    assert_eq!(first, ["accepted", "attempt"]);
    // An engine has not received it; then it is lost, and repeated.
    store
        .take_back(&hold_of(&store, "a", "p").await)
        .await
        .unwrap();
    store
        .begin_attempt(claim("a", "e", "q", "c"))
        .await
        .unwrap();
    store
        .mark_running(&hold_of(&store, "a", "q").await)
        .await
        .unwrap();
    store
        .place_again(&hold_of(&store, "a", "q").await)
        .await
        .unwrap();
    store
        .begin_attempt(claim("a", "e", "r", "c"))
        .await
        .unwrap();
    let outcome = RunOutcome::completed(vec!["x.png".to_owned()], 3);
    store
        .finish_attempt(&hold_of(&store, "a", "r").await, outcome)
        .await
        .unwrap();
    let (further, end) = changes(&store, last, 100).await;
    assert_eq!(further, ["attempt", "attempt", "completed"]);
    assert_eq!(changes(&store, end, 100).await, (vec![], end));
    // In small steps, nothing is left out.
    let (mut after, mut all) = (0, Vec::new());
    while after < end {
        let (some, last) = changes(&store, after, 2).await;
        assert!(last > after && last <= after + 2);
        (after, all) = (last, [all, some].concat());
    }
    assert_eq!(all, [first, further].concat());
}

#[tokio::test]
async fn the_times_of_a_run_are_those_of_its_row() {
    let (folder, store) = store();
    for id in ["a", "b"] {
        store.insert(run(id, None)).await.unwrap();
    }
    store
        .begin_attempt(claim("a", "e", "p", "c"))
        .await
        .unwrap();
    store
        .mark_running(&hold_of(&store, "a", "p").await)
        .await
        .unwrap();
    for (id, outcome) in [
        ("a", RunOutcome::completed(Vec::new(), 0)),
        ("b", RunOutcome::cancelled()),
    ] {
        store.finish(id, outcome).await.unwrap();
    }
    let path = folder.path().join("runs.sqlite");
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .execute_batch(
            "UPDATE runs SET created_at = '2026-11-27T10:00:00.000Z', completed_at = '2026-11-27T10:00:30.000Z';
             UPDATE runs SET started_at = '2026-11-27T10:00:20.000Z' WHERE id = 'a';",
        )
        .unwrap();
    let (changes, _) = store.changes_to_count(0, 100).await.unwrap();
    let times: Vec<_> = changes
        .iter()
        .filter_map(|change| match &change.kind {
            CountedKind::Ended { times, .. } => Some(times),
            _ => None,
        })
        .collect();
    let rounded = |seconds: f64| seconds.round();
    let execution = times[0].execution.unwrap();
    assert_eq!(
        (
            rounded(execution.0),
            rounded(execution.1),
            rounded(times[0].total)
        ),
        (20.0, 10.0, 30.0)
    );
    assert_eq!((times[1].execution, rounded(times[1].total)), (None, 30.0));
}

#[tokio::test]
async fn figures_are_those_of_this_moment() {
    let (folder, store) = store();
    let nothing = store.figures().await.unwrap();
    assert_eq!(nothing, StoreFigures::default());
    for id in ["a", "b", "c"] {
        store.insert(run(id, None)).await.unwrap();
    }
    store
        .begin_attempt(claim("a", "e", "p", "c"))
        .await
        .unwrap();
    store
        .finish("b", RunOutcome::completed(Vec::new(), 7))
        .await
        .unwrap();
    let path = folder.path().join("runs.sqlite");
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .execute_batch("UPDATE runs SET created_at = '2026-11-27T10:00:00.000Z' WHERE id = 'a'")
        .unwrap();
    let figures = store.figures().await.unwrap();
    assert_eq!((figures.kept_runs, figures.kept_bytes), (1, 7));
    assert!(
        figures.oldest_waiting < 60.0,
        "the oldest run is at an engine: {figures:?}"
    );
    assert_eq!(
        (figures.pending_deliveries, figures.failing_receiver),
        (0, 0.0)
    );
    store.finish("c", RunOutcome::cancelled()).await.unwrap();
    assert_eq!(store.figures().await.unwrap().oldest_waiting, 0.0);
    store.check_writing().await.unwrap();
}

#[tokio::test]
async fn a_run_keeps_its_trace() {
    let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let (folder, store) = store();
    let traced = RunRecord {
        trace: TraceContext::parse(traceparent),
        ..run("a", None)
    };
    store.insert(traced.clone()).await.unwrap();
    store.insert(run("b", None)).await.unwrap();
    drop(store);
    let path = folder.path().join("runs.sqlite");
    let store = SqliteStore::open(&path).unwrap();
    let trace = async |id| store.run(id).await.unwrap().unwrap().trace;
    assert_eq!((trace("a").await, trace("b").await), (traced.trace, None));
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch("UPDATE runs SET traceparent = 'damaged'")
        .unwrap();
    assert_eq!(trace("a").await, None, "the run itself can still be read");
}
