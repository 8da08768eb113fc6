//! The runs of the last hours.

use api::RunStatus;
use chrono::{DateTime, TimeDelta, Utc};
use store::{Reach, RecentQuery, RunOutcome, RunRecord, Store};

use crate::samples::run;

fn query(since: DateTime<Utc>, owner: Option<&str>, limit: u32) -> RecentQuery {
    RecentQuery {
        since,
        reach: owner.map_or_else(Reach::default, Reach::of_key),
        limit,
    }
}

async fn ids(store: &dyn Store, query: RecentQuery) -> Vec<String> {
    let mut runs = store.recent_runs(query).await.unwrap();
    runs.sort_by(|one, other| one.id.cmp(&other.id));
    runs.into_iter().map(|run| run.id).collect()
}

/// Stores the runs a, b and c. Run a fails, and b belongs to ann.
async fn three(store: &dyn Store) {
    for (id, owner) in [("a", ""), ("b", "ann"), ("c", "")] {
        let run = RunRecord {
            owner: owner.into(),
            ..run(id, None)
        };
        store.insert(run).await.unwrap();
    }
    let failed = RunOutcome::failed("x".repeat(600));
    store.finish("a", failed).await.unwrap();
}

pub async fn runs_of_the_window_are_read_with_their_times_and_the_start_of_their_error(
    store: &dyn Store,
) {
    three(store).await;
    let since = Utc::now() - TimeDelta::hours(1);
    assert_eq!(ids(store, query(since, None, 9)).await, ["a", "b", "c"]);
    assert_eq!(ids(store, query(since, Some("ann"), 9)).await, ["b"]);
    let runs = store.recent_runs(query(since, None, 9)).await.unwrap();
    let failed = runs.iter().find(|run| run.id == "a").unwrap();
    assert_eq!(failed.status, RunStatus::Failed);
    assert!(failed.started_at.is_none() && failed.ended_at.is_some());
    assert_eq!(failed.error.as_ref().unwrap().len(), 500);
    assert!(runs.iter().all(|run| run.created_at > since));
}

pub async fn runs_that_have_not_ended_are_read_whenever_they_were_accepted(store: &dyn Store) {
    three(store).await;
    let later = Utc::now() + TimeDelta::hours(1);
    assert_eq!(ids(store, query(later, None, 9)).await, ["b", "c"]);
    assert_eq!(ids(store, query(later, Some(""), 9)).await, ["c"]);
}

pub async fn no_more_runs_of_the_window_are_read_than_asked_for(store: &dyn Store) {
    three(store).await;
    let since = Utc::now() - TimeDelta::hours(1);
    assert_eq!(ids(store, query(since, None, 1)).await.len(), 1);
}
