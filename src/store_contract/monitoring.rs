//! The part of the store that monitoring reads: each change once, and current figures.

use chrono::{DateTime, TimeDelta, Utc};
use store::{
    AttemptOutcome, CountedKind, LaneOutcome, Pace, RunOutcome, Store, StoreFigures, WebhookEvent,
};

use crate::outbox::{accept, add, due, ended};
use crate::samples::{claimed, later, run};

/// The names of the changes after an event, and the last event that was read.
async fn changes(store: &dyn Store, after: i64, limit: u32) -> (Vec<&'static str>, i64) {
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

pub async fn each_change_is_counted_once(store: &dyn Store) {
    assert_eq!(changes(store, 0, 100).await, (vec![], 0));
    store.insert(run("a", None)).await.unwrap();
    let refused = claimed(store, "a", "p").await;
    let (first, last) = changes(store, 0, 100).await;
    assert_eq!(first, ["accepted", "attempt"]);
    // An engine does not receive it. Then it is lost and repeated.
    assert!(store.take_back(&refused).await.unwrap());
    let lost = claimed(store, "a", "q").await;
    assert!(store.mark_running(&lost).await.unwrap());
    assert!(store.place_again(&lost).await.unwrap());
    let held = claimed(store, "a", "r").await;
    let outcome = RunOutcome::completed(vec!["x.png".to_owned()], 3);
    assert!(store.finish_attempt(&held, outcome).await.unwrap());
    let (further, end) = changes(store, last, 100).await;
    assert_eq!(further, ["attempt", "attempt", "completed"]);
    assert_eq!(changes(store, end, 100).await, (vec![], end));
    // Small steps leave nothing out.
    let (mut after, mut all) = (0, Vec::new());
    while after < end {
        let (some, last) = changes(store, after, 2).await;
        assert!(last > after && some.len() <= 2);
        (after, all) = (last, [all, some].concat());
    }
    assert_eq!(all, [first, further].concat());
}

/// The seconds from one time of a run to another.
fn between(from: Option<DateTime<Utc>>, to: Option<DateTime<Utc>>) -> f64 {
    (to.unwrap() - from.unwrap()).num_milliseconds() as f64 / 1000.0
}

pub async fn the_times_of_a_run_are_those_that_it_has(store: &dyn Store) {
    for id in ["a", "b"] {
        store.insert(run(id, None)).await.unwrap();
    }
    later().await;
    let held = claimed(store, "a", "p").await;
    store.mark_running(&held).await.unwrap();
    later().await;
    for (id, outcome) in [
        ("a", RunOutcome::completed(Vec::new(), 0)),
        ("b", RunOutcome::cancelled()),
    ] {
        store.finish(id, outcome).await.unwrap();
    }
    let (changes, _) = store.changes_to_count(0, 100).await.unwrap();
    let times = changes.iter().filter_map(|change| match &change.kind {
        CountedKind::Ended { times, .. } => Some(times),
        _ => None,
    });
    let times: Vec<_> = times.collect();
    let (a, b) = (store.run("a").await, store.run("b").await);
    let (a, b) = (a.unwrap().unwrap(), b.unwrap().unwrap());
    let execution = times[0].execution.unwrap();
    for (counted, expected) in [
        (execution.0, between(a.created_at, a.started_at)),
        (execution.1, between(a.started_at, a.completed_at)),
        (times[0].total, between(a.created_at, a.completed_at)),
        (times[1].total, between(b.created_at, b.completed_at)),
    ] {
        assert!(expected > 0.0 && (counted - expected).abs() < 0.001);
    }
    assert_eq!(times[1].execution, None);
}

pub async fn figures_are_those_of_this_moment(store: &dyn Store) {
    let nothing = store.figures().await.unwrap();
    assert_eq!(nothing, StoreFigures::default());
    for id in ["a", "b"] {
        store.insert(run(id, None)).await.unwrap();
    }
    claimed(store, "a", "p").await;
    let outcome = RunOutcome::completed(Vec::new(), 7);
    store.finish("b", outcome).await.unwrap();
    later().await;
    let figures = store.figures().await.unwrap();
    assert_eq!((figures.kept_runs, figures.kept_bytes), (1, 7));
    assert_eq!(figures.oldest_waiting, 0.0, "the run is at an engine");
    assert_eq!(
        (figures.pending_deliveries, figures.failing_receiver),
        (0, 0.0)
    );
    store.insert(run("c", None)).await.unwrap();
    later().await;
    assert!(store.figures().await.unwrap().oldest_waiting > 0.0);
    store.finish("c", RunOutcome::cancelled()).await.unwrap();
    assert_eq!(store.figures().await.unwrap().oldest_waiting, 0.0);
    store.check_writing().await.unwrap();
}

pub async fn deliveries_and_failing_receivers_are_counted(store: &dyn Store) {
    add(store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b"] {
        accept(store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let counted = async || {
        let figures = store.figures().await.unwrap();
        (figures.pending_deliveries, figures.failed_deliveries)
    };
    assert_eq!(counted().await, (2, 0));
    let first = due(store, Vec::new()).await.remove(0);
    let pace = Pace {
        now: Utc::now(),
        failures: 9,
        first: TimeDelta::zero(),
        longest: TimeDelta::zero(),
        factor: 1.0,
    };
    let failing = LaneOutcome::Failing {
        pace,
        give_up: None,
    };
    let end = ended(first.number, AttemptOutcome::Failed, failing);
    store.end_attempt(end).await.unwrap();
    later().await;
    assert_eq!(counted().await, (1, 1));
    assert!(store.figures().await.unwrap().failing_receiver > 0.0);
}
