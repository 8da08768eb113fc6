//! What keys have used, and how many runs they may start a day.

use super::*;

fn of(owner: &str, id: &str, workflow: &str) -> RunRecord {
    RunRecord {
        owner: owner.into(),
        workflow_id: workflow.into(),
        ..run(id, None)
    }
}

async fn used(store: &SqliteStore, by: UsageBy, owner: Option<&str>) -> Vec<(String, u64, f64)> {
    let query = UsageQuery {
        from: "0000-01-01".into(),
        to: "9999-12-31".into(),
        by,
        reach: owner.map_or_else(Reach::default, Reach::of_key),
    };
    let used = store.usage(query).await.unwrap().into_iter();
    used.map(|record| (record.name, record.runs, record.engine_seconds))
        .collect()
}

fn row(name: &str, runs: u64, seconds: f64) -> (String, u64, f64) {
    (name.to_owned(), runs, seconds)
}

/// Ends a run as one that has executed for so many seconds.
async fn execute(store: &SqliteStore, path: &std::path::Path, id: &str, seconds: i64) {
    let database = rusqlite::Connection::open(path).unwrap();
    let started =
        "UPDATE runs SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?2) WHERE id = ?1";
    let ago = format!("-{seconds} seconds");
    database.execute(started, [id, &ago]).unwrap();
    store.finish(id, RunOutcome::cancelled()).await.unwrap();
}

#[tokio::test]
async fn runs_and_their_time_are_counted_by_key_workflow_and_day() {
    let (folder, store) = store();
    for (owner, id, workflow) in [("", "a", "x"), ("ann", "b", "x"), ("ann", "c", "y")] {
        store.insert(of(owner, id, workflow)).await.unwrap();
    }
    let path = folder.path().join("runs.sqlite");
    execute(&store, &path, "b", 60).await;
    execute(&store, &path, "c", 20).await;
    // One that never started costs nothing.
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let rounded = |used: Vec<(String, u64, f64)>| -> Vec<(String, u64, f64)> {
        let rows = used.into_iter();
        rows.map(|(name, runs, seconds)| (name, runs, (seconds / 10.0).round() * 10.0))
            .collect()
    };
    let by = async |by, owner| rounded(used(&store, by, owner).await);
    assert_eq!(
        by(UsageBy::Key, None).await,
        [row("", 1, 0.0), row("ann", 2, 80.0)]
    );
    assert_eq!(
        by(UsageBy::Workflow, None).await,
        [row("x", 2, 60.0), row("y", 1, 20.0)]
    );
    assert_eq!(by(UsageBy::Workflow, Some("")).await, [row("x", 1, 0.0)]);
    let days = by(UsageBy::Day, Some("ann")).await;
    assert_eq!((days.len(), days[0].1, days[0].2), (1, 2, 80.0));
}

#[tokio::test]
async fn the_bytes_of_runs_count_as_long_as_they_are_kept() {
    let (_folder, store) = store();
    for id in ["a", "b"] {
        store.insert(of("ann", id, "x")).await.unwrap();
        store.finish(id, RunOutcome::cancelled()).await.unwrap();
    }
    let measured = [("a", 30), ("b", 12)].map(|(id, bytes)| EndedRun {
        id: id.to_owned(),
        bytes,
    });
    store.set_bytes(measured.to_vec()).await.unwrap();
    let by_key = UsageQuery {
        from: "0000-01-01".into(),
        to: "9999-12-31".into(),
        by: UsageBy::Key,
        reach: Reach::default(),
    };
    assert_eq!(store.usage(by_key.clone()).await.unwrap()[0].bytes, 42);
    let author = Author::caller("", std::net::Ipv4Addr::LOCALHOST.into());
    store
        .begin_removals(vec!["a".to_owned()], author)
        .await
        .unwrap();
    let left = store.usage(by_key).await.unwrap().remove(0);
    assert_eq!((left.bytes, left.runs), (12, 2));
}

#[tokio::test]
async fn what_was_used_before_the_program_counted_it_is_counted() {
    let (folder, store) = store();
    store.insert(of("ann", "a", "x")).await.unwrap();
    let path = folder.path().join("runs.sqlite");
    execute(&store, &path, "a", 30).await;
    store.insert(of("ann", "b", "x")).await.unwrap();
    drop(store);
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute_batch("DROP TABLE usage").unwrap();
    super::super::usage::tables(&database).unwrap();
    super::super::usage::kept_bytes(&database).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let used = used(&store, UsageBy::Key, None).await;
    assert_eq!((used.len(), used[0].1), (1, 2));
    assert!((30.0..40.0).contains(&used[0].2), "{used:?}");
}

#[tokio::test]
async fn a_key_starts_only_as_many_runs_a_day_as_it_may_even_at_the_same_time() {
    let (folder, store) = store();
    let key = KeyRecord {
        name: "ann".into(),
        hash: [0; 32],
        earlier: None,
        terms: KeyTerms {
            per_day: Some(3),
            ..KeyTerms::default()
        },
        link_id: String::new(),
        created_at: None,
        last_used_at: None,
    };
    let author = Author::caller("", std::net::Ipv4Addr::LOCALHOST.into());
    let line = author.does(AuditAction::CreateKey, "ann");
    store.add_key(key, line).await.unwrap();
    let inserts = (0..10).map(|id| store.insert(of("ann", &id.to_string(), "x")));
    let results = futures_util::future::join_all(inserts).await;
    let full = |result: &Result<_, StoreError>| {
        matches!(result, Err(StoreError::DayIsFull { per_day: 3 }))
    };
    assert_eq!(results.iter().filter(|result| full(result)).count(), 7);
    assert!(store.insert(of("bob", "b", "x")).await.is_ok());
    // Another day begins.
    let database = rusqlite::Connection::open(folder.path().join("runs.sqlite")).unwrap();
    database
        .execute("UPDATE usage SET day = '2020-01-01'", [])
        .unwrap();
    assert!(store.insert(of("ann", "c", "x")).await.is_ok());
}
