use super::*;
use store::{OpenRunStore, RunOutcome, ShareStore};
use store_contract::samples::{line, run, share};

fn store() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    (folder, store)
}

async fn all_totals(store: &SqliteStore) -> Vec<(String, u64, u64)> {
    let totals = store.totals().await.unwrap().into_iter();
    totals.map(|(id, of)| (id, of.runs, of.bytes)).collect()
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

#[tokio::test]
async fn a_shared_run_may_go_when_its_link_has_expired() {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let added = store.add_share(share("x", ""), line("x")).await;
    assert!(added.unwrap().is_some());
    let expire = async || {
        let later = Surplus::Before("9999-12-31T00:00:00.000Z".parse().unwrap());
        store.begin_expiry(None, later, 9).await.unwrap().len()
    };
    assert_eq!(expire().await, 0);
    let end = "UPDATE shares SET expires_at = '2026-01-01T00:00:00.000Z'";
    let change = store.write(move |connection| Ok(connection.execute(end, [])?));
    assert_eq!(change.await.unwrap(), 1);
    assert_eq!(expire().await, 1);
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
        // In the order of the index, so that the search can stop early.
        assert!(plan.contains(index) && !plan.contains("B-TREE"), "{plan}");
        assert!(plan.contains("shares_of_a_run"), "{plan}");
    }
}
