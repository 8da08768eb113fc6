//! The usage of keys, and their daily limit of runs.

use futures_util::future::join_all;
use store::{
    EndedRun, KeyRecord, KeyTerms, Reach, RunOutcome, RunRecord, Store, StoreError, UsageBy,
    UsageQuery, UsageRecord,
};

use crate::samples::{all, ann, claimed, key, later, line, run};

fn of(owner: &str, id: &str, workflow: &str) -> RunRecord {
    RunRecord {
        owner: owner.into(),
        workflow_id: workflow.into(),
        ..run(id, None)
    }
}

/// The usage on all days.
fn query(by: UsageBy, owner: Option<&str>) -> UsageQuery {
    UsageQuery {
        from: "0000-01-01".to_owned(),
        to: "9999-12-31".to_owned(),
        by,
        reach: owner.map_or_else(Reach::default, Reach::of_key),
    }
}

/// The name, the number of runs, and the milliseconds.
type Row<'a> = (&'a str, u64, i64);

fn rows(used: &[UsageRecord]) -> Vec<Row<'_>> {
    let rows = used.iter();
    rows.map(|used| row(&used.name, used.runs, used.engine_seconds))
        .collect()
}

fn row(name: &str, runs: u64, seconds: f64) -> Row<'_> {
    (name, runs, (seconds * 1000.0).round() as i64)
}

/// Executes a run and ends it. Returns how many seconds it was executed.
async fn execute(store: &dyn Store, id: &str) -> f64 {
    let hold = claimed(store, id, id).await;
    store.mark_running(&hold).await.unwrap();
    later().await;
    let outcome = RunOutcome::completed(Vec::new(), 0);
    assert!(store.finish_attempt(&hold, outcome).await.unwrap());
    let ended = store.run(id).await.unwrap().unwrap();
    let times = [ended.started_at, ended.completed_at];
    let times = times.map(|time| time.unwrap());
    (times[1] - times[0]).num_milliseconds() as f64 / 1000.0
}

pub async fn runs_and_their_time_are_counted_by_key_workflow_and_day(store: &dyn Store) {
    for (owner, id, workflow) in [("", "a", "x"), ("ann", "b", "x"), ("ann", "c", "y")] {
        store.insert(of(owner, id, workflow)).await.unwrap();
    }
    let (b, c) = (execute(store, "b").await, execute(store, "c").await);
    assert!(b > 0.0 && c > 0.0);
    // A run that never started uses no time.
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let all = store.usage(query(UsageBy::Key, None)).await.unwrap();
    assert_eq!(rows(&all), [row("", 1, 0.0), row("ann", 2, b + c)]);
    let of_workflows = store.usage(query(UsageBy::Workflow, None)).await.unwrap();
    assert_eq!(rows(&of_workflows), [row("x", 2, b), row("y", 1, c)]);
    let of_first = query(UsageBy::Workflow, Some(""));
    assert_eq!(
        rows(&store.usage(of_first).await.unwrap()),
        [row("x", 1, 0.0)]
    );
    let days = store.usage(query(UsageBy::Day, Some("ann"))).await.unwrap();
    assert_eq!(days.iter().map(|day| day.runs).sum::<u64>(), 2);
    let posters = UsageQuery {
        reach: Reach {
            workflows: Some(["y"].into_iter().collect()),
            ..Reach::default()
        },
        ..query(UsageBy::Key, None)
    };
    assert_eq!(
        rows(&store.usage(posters).await.unwrap()),
        [row("ann", 1, c)]
    );
    let earlier = UsageQuery {
        to: "2020-01-01".to_owned(),
        ..query(UsageBy::Key, None)
    };
    assert_eq!(store.usage(earlier).await.unwrap(), []);
}

pub async fn the_bytes_of_runs_count_as_long_as_they_are_kept(store: &dyn Store) {
    for id in ["a", "b"] {
        store.insert(of("ann", id, "x")).await.unwrap();
        store.finish(id, RunOutcome::cancelled()).await.unwrap();
    }
    let measured = [("a", 30), ("b", 12)].map(|(id, bytes)| EndedRun {
        id: id.to_owned(),
        bytes,
    });
    store.set_bytes(measured.to_vec()).await.unwrap();
    let by_key = query(UsageBy::Key, None);
    assert_eq!(store.usage(by_key.clone()).await.unwrap()[0].bytes, 42);
    store
        .begin_removals(vec!["a".to_owned()], ann())
        .await
        .unwrap();
    let left = store.usage(by_key).await.unwrap().remove(0);
    assert_eq!((left.bytes, left.runs), (12, 2));
}

pub async fn a_key_starts_only_as_many_runs_a_day_as_it_may_even_at_the_same_time(
    store: &dyn Store,
) {
    let key = KeyRecord {
        terms: KeyTerms {
            per_day: Some(3),
            ..KeyTerms::default()
        },
        ..key("ann")
    };
    store.add_key(key, line("ann")).await.unwrap().unwrap();
    let inserts = (0..10).map(|id| store.insert(of("ann", &id.to_string(), "x")));
    let results = join_all(inserts).await;
    let full = |result: &Result<_, StoreError>| {
        matches!(result, Err(StoreError::DayIsFull { per_day: 3 }))
    };
    assert_eq!(results.iter().filter(|result| full(result)).count(), 7);
    assert!(store.insert(of("bob", "b", "x")).await.is_ok());
    assert_eq!(store.runs(all()).await.unwrap().0, 4);
}
