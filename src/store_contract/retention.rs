//! The runs that have ended: their number and size, and the removal of a surplus.

use chrono::Utc;
use store::{EndedRun, RunOutcome, RunRecord, Store, Surplus, Totals};

use crate::samples::{ann, later, line, remove, share};

async fn add(store: &dyn Store, id: &str, workflow_id: &str) {
    let run = RunRecord {
        workflow_id: workflow_id.to_owned(),
        ..RunRecord::waiting(id)
    };
    store.insert(run).await.unwrap();
}

async fn all_totals(store: &dyn Store) -> Vec<(String, u64, u64)> {
    let totals = store.totals().await.unwrap().into_iter();
    totals.map(|(id, of)| (id, of.runs, of.bytes)).collect()
}

pub async fn totals_follow_every_change_of_runs(store: &dyn Store) {
    add(store, "waits", "w").await;
    assert_eq!(all_totals(store).await, []);
    for (id, workflow_id, bytes) in [("a", "w", 5), ("b", "w", 7), ("c", "x", 11)] {
        add(store, id, workflow_id).await;
        end(store, id, bytes).await;
    }
    assert_eq!(
        all_totals(store).await,
        [("w".to_owned(), 2, 12), ("x".to_owned(), 1, 11)]
    );
    let ids = ["a", "c", "waits", "unknown"].map(str::to_owned).to_vec();
    store.begin_removals(ids, ann()).await.unwrap();
    assert_eq!(all_totals(store).await, [("w".to_owned(), 1, 7)]);
}

/// Removes a surplus. Returns the ids of the removed runs.
async fn expire(store: &dyn Store, workflow_id: Option<&str>, surplus: Surplus) -> Vec<String> {
    let removed = store.begin_expiry(workflow_id, surplus, 500).await.unwrap();
    removed.into_iter().map(|run| run.id).collect()
}

fn beyond(runs: Option<u64>, bytes: Option<u64>) -> Surplus {
    Surplus::Beyond { runs, bytes }
}

/// Ends a run with outputs of this size, later than the last one.
async fn end(store: &dyn Store, id: &str, bytes: u64) {
    later().await;
    let outcome = RunOutcome::completed(Vec::new(), bytes);
    assert!(store.finish(id, outcome).await.unwrap());
}

/// Removes all runs. Then stores runs that end one after the other, each as large as its number in bytes, and one that
/// waits.
async fn five_runs(store: &dyn Store) {
    for id in ["a", "b", "c", "d", "waits"] {
        let _ = store.finish(id, RunOutcome::cancelled()).await.unwrap();
        if store.has_run(id).await.unwrap() {
            remove(store, &[id]).await;
        }
    }
    let removed = store.removals().await.unwrap();
    store.end_removals(removed).await.unwrap();
    // Not in the order of their ends.
    for (id, workflow_id) in [("c", "w"), ("a", "w"), ("b", "x"), ("d", "w")] {
        add(store, id, workflow_id).await;
    }
    for (id, bytes) in [("a", 1), ("b", 2), ("c", 3), ("d", 4)] {
        end(store, id, bytes).await;
    }
    add(store, "waits", "w").await;
}

pub async fn the_oldest_are_removed_until_few_and_small_enough_ones_are_left(store: &dyn Store) {
    for (workflow_id, surplus, removed) in [
        (None, beyond(Some(4), Some(10)), &[] as &[&str]),
        (None, beyond(Some(3), None), &["a"]),
        (Some("w"), beyond(Some(1), None), &["a", "c"]),
        (Some("x"), beyond(Some(1), Some(1)), &[]),
        (None, beyond(None, Some(9)), &["a"]),
        (None, beyond(None, Some(7)), &["a", "b"]),
        (None, beyond(None, Some(1)), &["a", "b", "c"]),
        (Some("w"), beyond(Some(2), Some(5)), &["a", "c"]),
        (Some("none"), beyond(Some(1), Some(1)), &[]),
    ] {
        five_runs(store).await;
        let what = format!("{workflow_id:?} {surplus:?}");
        assert_eq!(expire(store, workflow_id, surplus).await, removed, "{what}");
        assert_eq!(store.removals().await.unwrap().len(), removed.len());
        assert!(store.has_run("waits").await.unwrap());
    }
}

pub async fn those_that_ended_before_a_time_are_removed(store: &dyn Store) {
    let end_of_c = async || {
        let run = store.run("c").await.unwrap().unwrap();
        run.completed_at.unwrap()
    };
    for (workflow_id, removed) in [(None, ["a", "b"].as_slice()), (Some("w"), &["a"])] {
        five_runs(store).await;
        let time = end_of_c().await;
        assert!(store.has_older(workflow_id, time).await.unwrap());
        let surplus = Surplus::Before(time);
        assert_eq!(expire(store, workflow_id, surplus).await, removed);
        assert!(!store.has_older(workflow_id, time).await.unwrap());
    }
    five_runs(store).await;
    let first = store
        .begin_expiry(None, Surplus::Before(end_of_c().await), 1)
        .await;
    assert_eq!(first.unwrap()[0].id, "a", "at most as many as requested");
}

pub async fn shared_runs_neither_count_nor_go_until_their_links_are_removed(store: &dyn Store) {
    five_runs(store).await;
    let added = store.add_share(share("x", ""), line("x")).await;
    assert!(added.unwrap().is_some());
    let shared = |runs, bytes| Totals { runs, bytes };
    assert_eq!(store.shared_totals(None).await.unwrap(), shared(1, 1));
    assert_eq!(store.shared_totals(Some("x")).await.unwrap(), shared(0, 0));
    assert_eq!(expire(store, None, beyond(Some(3), Some(9))).await, [""; 0]);
    assert_eq!(expire(store, None, beyond(Some(2), None)).await, ["b"]);
    let until = store.run("a").await.unwrap().unwrap().shared_until;
    assert!(until.is_some_and(|until| until > Utc::now()));
    assert!(store.remove_share("x", line("x")).await.unwrap());
    assert_eq!(expire(store, None, beyond(Some(2), None)).await, ["a"]);
}

pub async fn a_size_that_is_measured_later_replaces_the_one_before(store: &dyn Store) {
    five_runs(store).await;
    assert_eq!(store.unmeasured(9).await.unwrap(), [""; 0]);
    let measured = [("a", 10), ("unknown", 5)].map(|(id, bytes)| EndedRun {
        id: id.to_owned(),
        bytes,
    });
    store.set_bytes(measured.to_vec()).await.unwrap();
    assert_eq!(
        all_totals(store).await,
        [("w".to_owned(), 3, 17), ("x".to_owned(), 1, 2)]
    );
}
