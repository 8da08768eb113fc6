use super::*;
use store::{
    AuditAction, Author, NewShare, OpenRunStore, RemovalStore, RunOutcome, RunRecord, RunStore,
    ShareStore,
};

fn store() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    (folder, store)
}

async fn add(store: &SqliteStore, id: &str, workflow_id: &str) {
    let run = RunRecord {
        workflow_id: workflow_id.to_owned(),
        ..RunRecord::waiting(id)
    };
    store.insert(run).await.unwrap();
}

/// A run that has ended, at this second.
async fn ended(store: &SqliteStore, id: &str, workflow_id: &str, bytes: u64, second: u32) {
    add(store, id, workflow_id).await;
    let outcome = RunOutcome::completed(Vec::new(), bytes);
    assert!(store.finish(id, outcome).await.unwrap());
    let at = format!("2026-11-27T00:00:{second:02}.000Z");
    let sql = "UPDATE runs SET completed_at = ?2 WHERE id = ?1";
    change(store, sql, [id, &at]).await;
}

/// Executes a change of a row.
async fn change<const N: usize>(store: &SqliteStore, sql: &'static str, values: [&str; N]) {
    let values = values.map(str::to_owned);
    let changed = store
        .write(move |connection| Ok(connection.execute(sql, rusqlite::params_from_iter(values))?));
    assert_eq!(changed.await.unwrap(), 1);
}

async fn share(store: &SqliteStore, run_id: &str) {
    let share = NewShare {
        id: format!("share of {run_id}"),
        run_id: run_id.to_owned(),
        owner: String::new(),
        days: 1,
    };
    let line = author().does(AuditAction::CreateShare, run_id);
    assert!(store.add_share(share, line).await.unwrap().is_some());
}

async fn all_totals(store: &SqliteStore) -> Vec<(String, u64, u64)> {
    let totals = store.totals().await.unwrap().into_iter();
    totals.map(|(id, of)| (id, of.runs, of.bytes)).collect()
}

#[tokio::test]
async fn totals_follow_every_change_of_runs() {
    let (_folder, store) = store();
    add(&store, "waits", "w").await;
    assert_eq!(all_totals(&store).await, []);
    for (id, workflow_id, bytes) in [("a", "w", 5), ("b", "w", 7), ("c", "x", 11)] {
        ended(&store, id, workflow_id, bytes, 0).await;
    }
    assert_eq!(
        all_totals(&store).await,
        [("w".to_owned(), 2, 12), ("x".to_owned(), 1, 11)]
    );
    let ids = ["a", "c", "waits", "unknown"].map(str::to_owned).to_vec();
    store.begin_removals(ids, author()).await.unwrap();
    assert_eq!(all_totals(&store).await, [("w".to_owned(), 1, 7)]);
}

#[tokio::test]
async fn runs_of_older_programs_are_counted_and_measured_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(
        "CREATE TABLE runs (id TEXT PRIMARY KEY, workflow_id TEXT NOT NULL, group_id TEXT,
            status TEXT NOT NULL, error TEXT, instance TEXT, prompt_id TEXT NOT NULL, workflow TEXT,
            inputs TEXT NOT NULL, outputs TEXT NOT NULL DEFAULT '[]', created_at TEXT NOT NULL,
            started_at TEXT, completed_at TEXT) STRICT;
         INSERT INTO runs (id, workflow_id, status, prompt_id, inputs, created_at, completed_at) VALUES
            ('a', 'w', 'completed', '', '[]', '2026-11-22', '2026-11-22T00:00:00.000Z'),
            ('b', 'w', 'failed', '', '[]', '2026-11-22', '2026-11-22T00:00:01.000Z'),
            ('c', 'w', 'pending', '', '[]', '2026-11-22', NULL);",
    )
    .unwrap();
    drop(old);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(all_totals(&store).await, [("w".to_owned(), 2, 0)]);
    assert_eq!(store.unmeasured(1).await.unwrap(), ["a"]);
    assert_eq!(store.unmeasured(9).await.unwrap(), ["a", "b"]);
    let bytes = |id: &str, bytes| EndedRun {
        id: id.to_owned(),
        bytes,
    };
    store
        .set_bytes(vec![bytes("a", 9), bytes("b", 0)])
        .await
        .unwrap();
    assert_eq!(store.unmeasured(9).await.unwrap(), [""; 0]);
    assert_eq!(all_totals(&store).await, [("w".to_owned(), 2, 9)]);
}

/// Removes a surplus. Returns the ids.
async fn expire(store: &SqliteStore, workflow_id: Option<&str>, surplus: Surplus) -> Vec<String> {
    let removed = store.begin_expiry(workflow_id, surplus, 500).await.unwrap();
    removed.into_iter().map(|run| run.id).collect()
}

fn beyond(runs: Option<u64>, bytes: Option<u64>) -> Surplus {
    Surplus::Beyond { runs, bytes }
}

/// Runs that ended one after the other, each with its number in seconds and bytes.
async fn five_runs() -> (tempfile::TempDir, SqliteStore) {
    let (folder, store) = store();
    // Not in the order of their ends.
    for (id, workflow_id, second) in [("c", "w", 3), ("a", "w", 1), ("b", "x", 2), ("d", "w", 4)] {
        ended(&store, id, workflow_id, u64::from(second), second).await;
    }
    add(&store, "waits", "w").await;
    (folder, store)
}

#[tokio::test]
async fn the_oldest_are_removed_until_few_and_small_enough_ones_are_left() {
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
        let (_folder, store) = five_runs().await;
        let what = format!("{workflow_id:?} {surplus:?}");
        assert_eq!(
            expire(&store, workflow_id, surplus).await,
            removed,
            "{what}"
        );
        assert_eq!(store.removals().await.unwrap().len(), removed.len());
        assert!(store.has_run("waits").await.unwrap());
    }
}

#[tokio::test]
async fn those_that_ended_before_a_time_are_removed() {
    let time = || "2026-11-27T00:00:03.000Z".to_owned();
    for (workflow_id, removed) in [(None, ["a", "b"].as_slice()), (Some("w"), &["a"])] {
        let (_folder, store) = five_runs().await;
        assert!(store.has_older(workflow_id, &time()).await.unwrap());
        let surplus = Surplus::Before(time());
        assert_eq!(expire(&store, workflow_id, surplus).await, removed);
        assert!(!store.has_older(workflow_id, &time()).await.unwrap());
    }
    let (_folder, store) = five_runs().await;
    let first = store.begin_expiry(None, Surplus::Before(time()), 1).await;
    assert_eq!(first.unwrap()[0].id, "a", "at most as many as wanted");
}

#[tokio::test]
async fn shared_runs_neither_count_nor_go_until_their_links_expire() {
    let (_folder, store) = five_runs().await;
    share(&store, "a").await;
    let shared = |runs, bytes| Totals { runs, bytes };
    assert_eq!(store.shared_totals(None).await.unwrap(), shared(1, 1));
    assert_eq!(store.shared_totals(Some("x")).await.unwrap(), shared(0, 0));
    assert_eq!(
        expire(&store, None, beyond(Some(3), Some(9))).await,
        [""; 0]
    );
    assert_eq!(expire(&store, None, beyond(Some(2), None)).await, ["b"]);
    let until = store.run("a").await.unwrap().unwrap().shared_until;
    assert!(until.is_some_and(|until| until.ends_with('Z')));
    let expired = "UPDATE shares SET expires_at = '2026-01-01T00:00:00.000Z' WHERE run_id = ?1";
    change(&store, expired, ["a"]).await;
    assert_eq!(expire(&store, None, beyond(Some(2), None)).await, ["a"]);
}

#[tokio::test]
async fn many_runs_are_not_scanned() {
    let (_folder, store) = store();
    let plan = async |sql: String| {
        let rows = store.read(move |connection| {
            let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
            let steps = statement.query_map(params!["w", "t", 1], |row| row.get::<_, String>(3))?;
            Ok(steps.collect::<Result<Vec<_>, _>>()?)
        });
        rows.await.unwrap().join("; ")
    };
    let (all, of_one) = (
        "INDEX ended_runs (completed_at",
        "INDEX ended_runs_of_a_workflow (workflow_id=? AND completed_at",
    );
    for (of_workflow, before, index) in [
        (false, false, all),
        (false, true, all),
        (true, false, of_one),
        (true, true, of_one),
    ] {
        let plan = plan(oldest_sql(of_workflow, before)).await;
        // In the order of the index, so that a search ends with the first ones.
        assert!(plan.contains(index) && !plan.contains("B-TREE"), "{plan}");
        assert!(plan.contains("shares_of_a_run"), "{plan}");
    }
}

fn author() -> Author {
    Author::caller("", std::net::Ipv4Addr::LOCALHOST.into())
}
