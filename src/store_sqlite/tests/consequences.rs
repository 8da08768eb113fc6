//! The consequences of a change are those that the triggers of earlier versions wrote, for any history of the runs.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rusqlite::types::Value;

use super::super::{migrations, run_changes};
use super::*;

/// One change of a run's row.
#[derive(Clone, Debug)]
enum Change {
    Insert,
    /// Sets a column to a value.
    Set(&'static str, Value),
    /// Measures the outputs of a run that has ended.
    Measure(Option<i64>),
    /// Sets the columns that an end sets.
    End(&'static str, i64),
    Delete,
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn changes() -> impl Strategy<Value = Vec<(usize, Change)>> {
    let statuses = ["pending", "running", "completed", "failed", "cancelled"];
    let times = [
        "2026-11-28T10:00:00.000Z",
        "2026-11-28T10:00:01.250Z",
        "2026-11-27T23:59:59.999Z",
    ];
    let time = prop::sample::select(times.to_vec()).prop_map(text);
    let change = prop_oneof![
        3 => Just(Change::Insert),
        2 => (0..4_i64).prop_map(|attempts| Change::Set("attempts", attempts.into())),
        4 => prop::sample::select(statuses.to_vec()).prop_map(|status| Change::Set("status", text(status))),
        2 => time.clone().prop_map(|at| Change::Set("started_at", at)),
        1 => time.prop_map(|at| Change::Set("completed_at", at)),
        2 => prop::option::of(0..1000_i64).prop_map(Change::Measure),
        3 => (prop::sample::select(statuses[2..].to_vec()), 0..1000_i64)
            .prop_map(|(status, bytes)| Change::End(status, bytes)),
        1 => Just(Change::Delete),
    ];
    prop::collection::vec((0..3_usize, change), 0..40)
}

impl Change {
    /// Executes its statement; returns how many rows it has changed.
    fn execute(&self, connection: &Connection, id: &str) -> rusqlite::Result<usize> {
        match self {
            // The runs differ in their keys and targets.
            Self::Insert => connection.execute(
                "INSERT OR IGNORE INTO runs (id, workflow_id, owner, status, prompt_id, attempts, inputs, created_at,
                    webhook_url, webhook_origin)
                 VALUES (?1, iif(?1 = 'c', 'v', 'w'), iif(?1 = 'a', 'ann', ''), 'pending', '', 0, '[]',
                    '2026-11-28T09:00:00.000Z', iif(?1 = 'b', NULL, 'http://x/a'), iif(?1 = 'b', NULL, 'http://x'))",
                [id],
            ),
            Self::Set(column, value) => {
                let sql = format!("UPDATE runs SET {column} = ?2 WHERE id = ?1");
                connection.execute(&sql, rusqlite::params![id, value])
            }
            Self::Measure(bytes) => connection.execute(
                "UPDATE runs SET bytes = ?2 WHERE id = ?1 AND completed_at IS NOT NULL",
                rusqlite::params![id, bytes],
            ),
            Self::End(status, bytes) => connection.execute(
                "UPDATE runs SET status = ?2, bytes = ?3, completed_at = '2026-11-28T11:00:00.000Z' WHERE id = ?1",
                rusqlite::params![id, status, bytes],
            ),
            Self::Delete => connection.execute("DELETE FROM runs WHERE id = ?1", [id]),
        }
    }

    /// Makes it as the store does.
    fn make(&self, connection: &Connection, id: &str) {
        match self {
            Self::Insert => {
                if self.execute(connection, id).unwrap() > 0 {
                    run_changes::inserted(connection, id).unwrap();
                }
            }
            Self::Delete => {
                let removed =
                    |connection: &Connection| Ok((self.execute(connection, id)? > 0).then_some(()));
                run_changes::remove(connection, id, removed).unwrap();
            }
            _ => {
                run_changes::change(connection, id, |connection| self.execute(connection, id))
                    .unwrap();
            }
        }
    }
}

/// A database of this version with three webhooks: one for every event, one with the same target as runs, and one that
/// is switched off.
fn database(version: usize) -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrations::migrate_to(&mut connection, version).unwrap();
    let all = "run.started,run.completed,run.failed,run.cancelled";
    connection
        .execute_batch(&format!(
            "INSERT INTO webhooks (id, owner, url, origin, events, created_at, disabled_at) VALUES
                ('1', 'ann', 'http://y/all', 'http://y', '{all}', '2026', NULL),
                ('2', 'ann', 'http://x/a', 'http://x', 'run.completed', '2026', NULL),
                ('3', '', 'http://z/off', 'http://z', '{all}', '2026', '2026');"
        ))
        .unwrap();
    connection
}

/// The consequences of changes, without current times, random ids, and the order of receivers.
fn written(connection: &Connection) -> Vec<Vec<Value>> {
    let queries = [
        "SELECT id, events FROM runs ORDER BY id",
        "SELECT id, run_id, number, kind, status, attempts FROM run_events ORDER BY id",
        "SELECT owner, day, workflow_id, runs, engine_ms, bytes FROM usage ORDER BY 1, 2, 3",
        "SELECT workflow_id, runs, bytes FROM run_totals ORDER BY 1",
        "SELECT run_id, workflow_id, owner, event, webhook_id, url, origin, state, due_at IS NULL
            FROM deliveries ORDER BY run_id, event, url, due_at IS NULL",
        "SELECT owner, origin FROM delivery_lanes ORDER BY 1, 2",
        "SELECT run_id FROM large_inputs ORDER BY 1",
    ];
    let rows = queries.map(|sql| {
        let mut statement = connection.prepare(sql).unwrap();
        let columns = statement.column_count();
        let rows =
            statement.query_map([], |row| (0..columns).map(|index| row.get(index)).collect());
        let rows: Vec<Vec<Value>> = rows.unwrap().map(Result::unwrap).collect();
        rows
    });
    rows.into_iter().flatten().collect()
}

#[test]
fn every_history_has_the_consequences_that_triggers_gave_it() {
    let with_triggers = usize::try_from(migrations::LAST_WITH_TRIGGERS).unwrap();
    let config = ProptestConfig::with_cases(100);
    let compare = |history: Vec<(usize, Change)>| -> Result<(), TestCaseError> {
        let (before, now) = (database(with_triggers), database(with_triggers + 1));
        for (run, change) in history {
            let id = ["a", "b", "c"][run];
            change.execute(&before, id).unwrap();
            change.make(&now, id);
            prop_assert_eq!(
                written(&now),
                written(&before),
                "after {:?} of {}",
                change,
                id
            );
        }
        Ok(())
    };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner.run(&changes(), compare).unwrap();
}

#[tokio::test]
async fn a_change_that_is_undone_has_no_consequences() {
    let (folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    let undone = store.write(|connection| {
        let sql = "UPDATE runs SET status = 'completed', completed_at = created_at WHERE id = 'a'";
        run_changes::change(connection, "a", |connection| connection.execute(sql, []))?;
        Err::<(), _>(StoreError::Closed.into())
    });
    assert!(undone.await.is_err());
    let database = Connection::open(folder.path().join("runs.sqlite")).unwrap();
    let facts = written(&database);
    assert_eq!(facts[0], [text("a"), 1.into()]);
    assert_eq!(store.events_of_run("a", 1).await.unwrap(), []);
    assert!(store.totals().await.unwrap().is_empty());
}
