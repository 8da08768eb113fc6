mod audit;
mod clock;
mod consequences;
mod contract;
mod copies;
mod deliveries;
mod events;
mod integrity;
mod kept_files;
mod large_inputs;
mod migrations;
mod monitoring;
mod readers;
mod shares;
mod submissions;
mod usage;

use std::sync::mpsc;
use std::time::Duration;

use chrono::Utc;
use rusqlite::ffi;

use super::readers::OWN_READERS;
use super::*;
use api::RunStatus;
use store::*;
use store_contract::samples::*;

fn store() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    (folder, Arc::new(store))
}

/// Executes changes of tables.
async fn execute(store: &SqliteStore, sql: impl Into<String>) {
    let sql = sql.into();
    let change = store.write(move |connection| Ok(connection.execute_batch(&sql)?));
    change.await.unwrap();
}

#[tokio::test]
async fn a_run_survives_closing_the_store() {
    let (folder, store) = store();
    store.insert(run("a", Some("g"))).await.unwrap();
    drop(store);
    let store = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.inputs.len(), read.group_id.as_deref()),
        (RunStatus::Pending, 1, Some("g"))
    );
    assert!(read.created_at.is_some());
}

#[tokio::test]
async fn damaged_rows_are_skipped() {
    let (folder, store) = store();
    let damages = [
        "inputs = '[{'",
        "outputs = '{}'",
        "workflow_id = CAST(x'ff' AS TEXT)",
        "error = CAST(x'fe' AS TEXT)",
    ];
    let path = folder.path().join("runs.sqlite");
    let connection = rusqlite::Connection::open(path).unwrap();
    store.insert(run("first", None)).await.unwrap();
    for (number, damage) in damages.iter().enumerate() {
        let id = number.to_string();
        store.insert(run(&id, None)).await.unwrap();
        let sql = format!("UPDATE runs SET {damage} WHERE id = ?1");
        connection.execute(&sql, [&id]).unwrap();
        let error = store.run(&id).await.unwrap_err().to_string();
        let column = damage.split(' ').next().unwrap();
        assert!(
            error.contains(&format!("the run {id} ")) && error.contains(column),
            "{error}"
        );
    }
    store.insert(run("last", None)).await.unwrap();
    let expected = ["first", "last"];
    assert_eq!(ids(&store.runs(all()).await.unwrap().1), expected);
    // Their uploads are kept, in case somebody repairs the row.
    assert_eq!(store.unfinished().await.unwrap().len(), 2 + damages.len());
    connection
        .execute("UPDATE runs SET status = 'odd' WHERE id = 'first'", [])
        .unwrap();
    assert_eq!(ids(&store.runs(all()).await.unwrap().1), ["last"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_stored_while_lists_are_being_read() {
    let (_folder, store) = store();
    let (reading, is_reading) = mpsc::channel();
    let mut readers = Vec::new();
    for _ in 0..2 * OWN_READERS {
        let (release, released) = mpsc::channel::<()>();
        let (store, reading) = (store.clone(), reading.clone());
        let work = move |connection: &rusqlite::Connection| {
            let sql = "SELECT count(*) FROM runs";
            let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
            let _ = reading.send(());
            // Until the test drops its end.
            let _ = released.recv();
            Ok(count)
        };
        let task = tokio::spawn(async move { store.read(work).await });
        readers.push((release, task));
    }
    for _ in 0..OWN_READERS {
        is_reading.recv().unwrap();
    }
    let stored = tokio::time::timeout(Duration::from_secs(30), store.insert(run("a", None))).await;
    stored.expect("the readers block it").unwrap();
    // All at once, because the readers do not take their turns in order.
    let (releases, tasks): (Vec<_>, Vec<_>) = readers.into_iter().unzip();
    drop(releases);
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn nothing_is_changed_if_no_transaction_can_begin() {
    let (folder, store) = store();
    let no_wait = store.write(|connection| Ok(connection.busy_timeout(Duration::ZERO)?));
    no_wait.await.unwrap();
    let other = Connection::open(folder.path().join("runs.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (called, calls) = mpsc::channel();
    let change = store.write(move |_| {
        called.send(()).ok();
        Ok(())
    });
    let error = change.await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    assert_eq!(calls.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    other.execute_batch("ROLLBACK").unwrap();
    store.insert(run("a", None)).await.unwrap();
}

#[tokio::test]
async fn pages_are_found_in_an_index() {
    let (_folder, store) = store();
    let plan = |sql: &'static str| {
        let store = store.clone();
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        async move {
            let detail = store.read(move |connection| {
                Ok(connection.query_row(&sql, ["g"], |row| row.get::<_, String>(3))?)
            });
            detail.await.unwrap()
        }
    };
    let all =
        plan("SELECT * FROM runs WHERE ?1 IS NULL ORDER BY created_at DESC NULLS LAST, rowid DESC")
            .await;
    assert!(all.contains("USING INDEX runs_by_creation"), "{all}");
    let group = plan(
        "SELECT * FROM runs WHERE group_id = ?1 ORDER BY created_at DESC NULLS LAST, rowid DESC",
    )
    .await;
    assert!(group.contains("USING INDEX runs_of_a_group"), "{group}");
}

#[test]
fn the_remedy_fits_the_error() {
    let of_code = |code| {
        let failure = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        StoreError::from(SqliteError::from(failure)).remedy()
    };
    assert!(of_code(ffi::SQLITE_FULL).contains("free disk space"));
    assert!(of_code(ffi::SQLITE_IOERR).contains("disk"));
    assert!(of_code(ffi::SQLITE_READONLY).contains("writable"));
    for code in [
        ffi::SQLITE_FULL,
        ffi::SQLITE_IOERR,
        ffi::SQLITE_READONLY,
        ffi::SQLITE_CANTOPEN,
    ] {
        assert!(!of_code(code).contains("move it away"), "{code}");
    }
    for code in [ffi::SQLITE_CORRUPT, ffi::SQLITE_NOTADB] {
        assert!(of_code(code).contains("move it away"), "{code}");
    }
    let full = error::of_file(std::io::ErrorKind::StorageFull.into());
    assert!(full.remedy().contains("free disk space"));
}

#[test]
fn a_file_that_is_not_a_store_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    std::fs::write(&path, "not a database, but some text".repeat(100)).unwrap();
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(error.remedy().contains("move it away"), "{error}");
    assert!(std::fs::read(&path).unwrap().starts_with(b"not a"));
}
