//! The usage of keys from before the program counted it, and the end of a day.

use super::*;

fn of_ann(id: &str) -> RunRecord {
    RunRecord {
        owner: "ann".to_owned(),
        ..run(id, None)
    }
}

async fn used(store: &SqliteStore) -> Vec<UsageRecord> {
    let query = UsageQuery {
        from: "0000-01-01".into(),
        to: "9999-12-31".into(),
        by: UsageBy::Key,
        reach: Reach::default(),
    };
    store.usage(query).await.unwrap()
}

/// Ends a run that was executed for this many seconds.
async fn end_after(store: &SqliteStore, path: &std::path::Path, id: &str, seconds: i64) {
    let database = rusqlite::Connection::open(path).unwrap();
    let started =
        "UPDATE runs SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?2) WHERE id = ?1";
    let ago = format!("-{seconds} seconds");
    database.execute(started, [id, &ago]).unwrap();
    store.finish(id, RunOutcome::cancelled()).await.unwrap();
}

#[tokio::test]
async fn what_was_used_before_the_program_counted_it_is_counted() {
    let (folder, store) = store();
    store.insert(of_ann("a")).await.unwrap();
    let path = folder.path().join("runs.sqlite");
    end_after(&store, &path, "a", 30).await;
    store.insert(of_ann("b")).await.unwrap();
    drop(store);
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute_batch("DROP TABLE usage").unwrap();
    super::super::usage::tables(&database).unwrap();
    super::super::usage::kept_bytes(&database).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let used = used(&store).await;
    assert_eq!((used.len(), used[0].runs), (1, 2));
    assert!((30.0..40.0).contains(&used[0].engine_seconds), "{used:?}");
}

#[tokio::test]
async fn a_limit_of_runs_a_day_begins_again_with_the_next_day() {
    let (_folder, store) = store();
    let key = KeyRecord {
        terms: KeyTerms {
            per_day: Some(1),
            ..KeyTerms::default()
        },
        ..key("ann")
    };
    store.add_key(key, line("ann")).await.unwrap().unwrap();
    store.insert(of_ann("a")).await.unwrap();
    let full = store.insert(of_ann("b")).await.unwrap_err();
    assert!(matches!(full, StoreError::DayIsFull { per_day: 1 }));
    execute(&store, "UPDATE usage SET day = '2020-01-01'").await;
    assert!(store.insert(of_ann("b")).await.is_ok());
}
