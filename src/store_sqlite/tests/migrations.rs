//! Databases of other versions: older ones are opened with their runs, later ones are refused.

use super::*;

/// The tables that the first program made.
const OLDEST: &str =
    "CREATE TABLE runs (id TEXT PRIMARY KEY, workflow_id TEXT NOT NULL, group_id TEXT,
        status TEXT NOT NULL, error TEXT, instance TEXT, prompt_id TEXT NOT NULL, workflow TEXT,
        inputs TEXT NOT NULL, outputs TEXT NOT NULL DEFAULT '[]', created_at TEXT NOT NULL,
        started_at TEXT, completed_at TEXT) STRICT;
    INSERT INTO runs (id, workflow_id, status, instance, prompt_id, inputs, created_at) VALUES
        ('a', 'w', 'running', 'http://127.0.0.1:1', 'a', '[]', '2026-11-22T00:00:00.000Z'),
        ('b', 'w', 'pending', NULL, 'b', '[]', '2026-11-22T00:00:01.000Z');";

/// The columns that programs added later, before databases had versions.
const UNVERSIONED: &str = "ALTER TABLE runs ADD COLUMN attempts INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE runs ADD COLUMN version INTEGER;
    UPDATE runs SET version = 3;";

fn database(sql: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(sql).unwrap();
    (folder, path)
}

#[tokio::test]
async fn an_older_database_keeps_its_runs() {
    for (sql, version) in [
        (OLDEST.to_owned(), None),
        ([OLDEST, UNVERSIONED].concat(), Some(3)),
    ] {
        let (_folder, path) = database(&sql);
        // The second time, nothing is left to do.
        for _ in 0..2 {
            let store = SqliteStore::open(&path).unwrap();
            let ids = store.unfinished().await.unwrap();
            assert_eq!(ids, ["a", "b"]);
            let run = |id| store.run(id);
            let (running, waiting) = (run("a").await.unwrap(), run("b").await.unwrap());
            let (running, waiting) = (running.unwrap(), waiting.unwrap());
            assert_eq!((running.attempts, waiting.attempts), (1, 0));
            assert_eq!((running.version, running.owner.as_str()), (version, ""));
            assert_eq!(waiting.priority, api::Priority::Normal);
        }
    }
}

#[tokio::test]
async fn a_later_database_is_refused_and_unchanged() {
    let (_folder, path) = database("PRAGMA user_version = 9999");
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(error.to_string().contains("a later version"), "{error}");
    assert!(error.remedy().contains("use that version"), "{error}");
    let database = rusqlite::Connection::open(&path).unwrap();
    let tables = "SELECT count(*) FROM sqlite_master";
    let count: i64 = database.query_row(tables, [], |row| row.get(0)).unwrap();
    assert_eq!(count, 0);
}
