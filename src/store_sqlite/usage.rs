//! The usage of keys. Each change of a run updates it in the same transaction, so that it is right even if the program
//! is killed. It stays when runs are deleted.

use crate::error::SqliteError;
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, params};

use super::SqliteStore;
use store::StoreError;
use store::UsageStore;
use store::{UsageBy, UsageQuery, UsageRecord};

/// The milliseconds between two times of a row.
const EXECUTED: &str =
    "max(0, CAST(round((julianday(completed_at) - julianday(started_at)) * 86400000) AS INTEGER))";

/// A migration: the table, with the existing runs, and the triggers.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<()> {
    let executed_now = EXECUTED.replace("completed_at", "NEW.completed_at");
    let executed_now = executed_now.replace("started_at", "NEW.started_at");
    connection.execute_batch(&format!(
        "CREATE TABLE usage (
            owner TEXT NOT NULL,
            day TEXT NOT NULL,
            workflow_id TEXT NOT NULL,
            runs INTEGER NOT NULL,
            engine_ms INTEGER NOT NULL,
            PRIMARY KEY (owner, day, workflow_id)
         ) STRICT, WITHOUT ROWID;
         INSERT INTO usage SELECT owner, substr(created_at, 1, 10), workflow_id, count(*), coalesce(sum({EXECUTED}), 0)
            FROM runs GROUP BY 1, 2, 3;
         CREATE TRIGGER count_accepted_runs AFTER INSERT ON runs BEGIN
            INSERT INTO usage (owner, day, workflow_id, runs, engine_ms)
                VALUES (NEW.owner, substr(NEW.created_at, 1, 10), NEW.workflow_id, 1, 0)
                ON CONFLICT DO UPDATE SET runs = runs + 1;
         END;
         CREATE TRIGGER count_engine_time AFTER UPDATE OF completed_at ON runs
            WHEN OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL AND NEW.started_at IS NOT NULL
         BEGIN
            UPDATE usage SET engine_ms = engine_ms + {executed_now}
                WHERE owner = NEW.owner AND day = substr(NEW.created_at, 1, 10) AND workflow_id = NEW.workflow_id;
         END;"
    ))
}

/// A migration: the size of the outputs that are kept. Runs are measured when they end, and earlier runs later.
pub(super) fn kept_bytes(connection: &Connection) -> rusqlite::Result<()> {
    let change = |row: &str, bytes: &str| {
        format!(
            "UPDATE usage SET bytes = bytes + {bytes}
                WHERE owner = {row}.owner AND day = substr({row}.created_at, 1, 10)
                    AND workflow_id = {row}.workflow_id"
        )
    };
    let measured = change("NEW", "coalesce(NEW.bytes, 0) - coalesce(OLD.bytes, 0)");
    let removed = change("OLD", "0 - coalesce(OLD.bytes, 0)");
    connection.execute_batch(&format!(
        "ALTER TABLE usage ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
         CREATE TRIGGER count_bytes AFTER UPDATE OF bytes ON runs BEGIN {measured}; END;
         CREATE TRIGGER count_removed_bytes AFTER DELETE ON runs BEGIN {removed}; END;"
    ))
}

fn column(by: UsageBy) -> &'static str {
    match by {
        UsageBy::Key => "owner",
        UsageBy::Workflow => "workflow_id",
        UsageBy::Day => "day",
    }
}

#[async_trait]
impl UsageStore for SqliteStore {
    async fn usage(&self, query: UsageQuery) -> Result<Vec<UsageRecord>, StoreError> {
        self.read(move |connection| {
            let column = column(query.by);
            let owner = query.reach.owner.as_ref();
            let owner = owner.map_or("?3 IS NULL", |_| "owner = ?3");
            let workflows = query.reach.workflows_json();
            let sql = format!(
                "SELECT {column}, sum(runs), sum(engine_ms), sum(bytes) FROM usage
                 WHERE day BETWEEN ?1 AND ?2 AND {owner}
                    AND (?4 IS NULL OR workflow_id IN (SELECT value FROM json_each(?4)))
                 GROUP BY 1 ORDER BY 1"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let values = params![query.from, query.to, query.reach.owner, workflows];
            let rows = statement.query_map(values, |row| {
                let count = |index| {
                    row.get::<_, i64>(index)
                        .map(|count| u64::try_from(count).unwrap_or_default())
                };
                Ok(UsageRecord {
                    name: row.get(0)?,
                    runs: count(1)?,
                    bytes: count(3)?,
                    engine_seconds: row.get::<_, i64>(2)? as f64 / 1000.0,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }
}

/// Ensures that a key may start another run today.
///
/// # Errors
/// [`StoreError::DayIsFull`] if it has reached its limit.
pub(super) fn ensure_daily_limit(connection: &Connection, owner: &str) -> Result<(), SqliteError> {
    let sql = "SELECT per_day FROM keys WHERE name = ?1 AND per_day <= (
            SELECT coalesce(sum(runs), 0) FROM usage WHERE owner = ?1 AND day = date('now')
        )";
    let mut statement = connection.prepare_cached(sql)?;
    let per_day = statement.query_row([owner], |row| row.get(0)).optional()?;
    match per_day {
        Some(per_day) => Err(StoreError::DayIsFull { per_day }.into()),
        None => Ok(()),
    }
}
