//! The runs that have ended: their totals, which each change updates, and the oldest ones, which indexes find.

use crate::error::SqliteError;
use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};

use super::clock::believed_now;
use super::removals::begin;
use super::times::text;
use super::{SqliteStore, run_changes};
use store::RemovedRun;
use store::StoreError;
use store::{EndedRun, RetentionStore, Surplus, Totals};

/// A migration: the sizes of runs, which are unknown for earlier runs, and their totals by workflow.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE runs ADD COLUMN bytes INTEGER;
         CREATE INDEX ended_runs ON runs (completed_at) WHERE completed_at IS NOT NULL;
         CREATE INDEX ended_runs_of_a_workflow ON runs (workflow_id, completed_at) WHERE completed_at IS NOT NULL;
         CREATE INDEX unmeasured_runs ON runs (id) WHERE completed_at IS NOT NULL AND bytes IS NULL;
         CREATE TABLE run_totals (
            workflow_id TEXT PRIMARY KEY,
            runs INTEGER NOT NULL,
            bytes INTEGER NOT NULL
         ) STRICT;
         INSERT INTO run_totals
            SELECT workflow_id, count(*), 0 FROM runs WHERE completed_at IS NOT NULL GROUP BY workflow_id;
         CREATE TRIGGER run_ended AFTER UPDATE OF completed_at, bytes ON runs WHEN NEW.completed_at IS NOT NULL
         BEGIN
            INSERT INTO run_totals VALUES (NEW.workflow_id, 1, coalesce(NEW.bytes, 0))
            ON CONFLICT DO UPDATE SET
                runs = runs + (OLD.completed_at IS NULL),
                bytes = bytes + coalesce(NEW.bytes, 0) - coalesce(OLD.bytes, 0);
         END;
         CREATE TRIGGER run_removed AFTER DELETE ON runs WHEN OLD.completed_at IS NOT NULL
         BEGIN
            UPDATE run_totals SET runs = runs - 1, bytes = bytes - coalesce(OLD.bytes, 0)
                WHERE workflow_id = OLD.workflow_id;
            DELETE FROM run_totals WHERE workflow_id = OLD.workflow_id AND runs <= 0;
         END;",
    )
}

#[async_trait]
impl RetentionStore for SqliteStore {
    async fn totals(&self) -> Result<BTreeMap<String, Totals>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT workflow_id, runs, bytes FROM run_totals";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| {
                Ok((row.get(0)?, totals(row.get(1)?, row.get(2)?)))
            })?;
            // A damaged one hides no other.
            Ok(rows.flatten().collect())
        })
        .await
    }

    async fn shared_totals(&self, workflow_id: Option<&str>) -> Result<Totals, StoreError> {
        let workflow_id = workflow_id.map(str::to_owned);
        self.read(move |connection| shared(connection, workflow_id.as_deref()))
            .await
    }

    async fn has_older(
        &self,
        workflow_id: Option<&str>,
        before: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let (workflow_id, before) = (workflow_id.map(str::to_owned), text(before));
        self.read(move |connection| {
            let older = oldest(connection, workflow_id.as_deref(), Some(&before), 1)?;
            Ok(!older.is_empty())
        })
        .await
    }

    async fn begin_expiry(
        &self,
        workflow_id: Option<&str>,
        surplus: Surplus,
        limit: u32,
    ) -> Result<Vec<RemovedRun>, StoreError> {
        let workflow_id = workflow_id.map(str::to_owned);
        self.write_surely(move |connection| {
            let workflow_id = workflow_id.as_deref();
            let chosen = match surplus {
                Surplus::Before(time) => oldest(connection, workflow_id, Some(&text(time)), limit)?,
                Surplus::Beyond { runs, bytes } => {
                    let mut left = counted(connection, workflow_id)?;
                    let mut chosen = oldest(connection, workflow_id, None, limit)?;
                    chosen.retain(|run| {
                        let is_surplus = left.exceed(runs, bytes);
                        if is_surplus {
                            left = left.without(Totals {
                                runs: 1,
                                bytes: run.bytes,
                            });
                        }
                        is_surplus
                    });
                    chosen
                }
            };
            let removed = chosen.iter().map(|run| begin(connection, &run.id));
            removed.filter_map(Result::transpose).collect()
        })
        .await
    }

    async fn unmeasured(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        self.read(move |connection| {
            let sql =
                "SELECT id FROM runs WHERE completed_at IS NOT NULL AND bytes IS NULL LIMIT ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let ids = statement.query_map([limit], |row| row.get(0))?;
            Ok(ids.flatten().collect())
        })
        .await
    }

    async fn set_bytes(&self, runs: Vec<EndedRun>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE runs SET bytes = ?2 WHERE id = ?1";
            for EndedRun { id, bytes } in runs {
                run_changes::change(connection, &id, |connection| {
                    let values = params![id, bytes.cast_signed()];
                    connection.prepare_cached(sql)?.execute(values)
                })?;
            }
            Ok(())
        })
        .await
    }
}

/// Whether a link shows a run.
fn is_shared() -> String {
    let now = believed_now();
    format!("EXISTS (SELECT 1 FROM shares WHERE run_id = runs.id AND expires_at > {now})")
}

/// The runs that links show.
fn shared(connection: &Connection, workflow_id: Option<&str>) -> Result<Totals, SqliteError> {
    // Starts from the links, which are few.
    let sql = format!(
        "SELECT count(*), coalesce(sum(bytes), 0) FROM runs
         WHERE id IN (SELECT run_id FROM shares) AND {} AND completed_at IS NOT NULL
            AND workflow_id = coalesce(?1, workflow_id)",
        is_shared()
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let read = |row: &Row<'_>| Ok(totals(row.get(0)?, row.get(1)?));
    Ok(statement.query_row([workflow_id], read)?)
}

/// The runs that no link shows.
fn counted(connection: &Connection, workflow_id: Option<&str>) -> Result<Totals, SqliteError> {
    let sql = "SELECT coalesce(sum(runs), 0), coalesce(sum(bytes), 0) FROM run_totals
               WHERE workflow_id = coalesce(?1, workflow_id)";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok(totals(row.get(0)?, row.get(1)?));
    let all = statement.query_row([workflow_id], read)?;
    Ok(all.without(shared(connection, workflow_id)?))
}

/// The oldest runs that no link shows.
fn oldest(
    connection: &Connection,
    workflow_id: Option<&str>,
    before: Option<&str>,
    limit: u32,
) -> Result<Vec<EndedRun>, SqliteError> {
    let sql = oldest_sql(workflow_id.is_some(), before.is_some());
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params![workflow_id, before, limit], |row| {
        let bytes: i64 = row.get(1)?;
        Ok(EndedRun {
            id: row.get(0)?,
            bytes: u64::try_from(bytes).unwrap_or_default(),
        })
    })?;
    // A damaged one hides no other.
    Ok(rows.flatten().collect())
}

/// The oldest runs, with conditions that an index can answer.
fn oldest_sql(of_workflow: bool, before: bool) -> String {
    let of_workflow = if of_workflow {
        "workflow_id = ?1"
    } else {
        "?1 IS NULL"
    };
    let before = if before {
        "completed_at < ?2"
    } else {
        "?2 IS NULL"
    };
    format!(
        "SELECT id, coalesce(bytes, 0) FROM runs
         WHERE completed_at IS NOT NULL AND {of_workflow} AND {before} AND NOT {}
         ORDER BY completed_at, rowid LIMIT ?3",
        is_shared()
    )
}

fn totals(runs: i64, bytes: i64) -> Totals {
    Totals {
        runs: u64::try_from(runs).unwrap_or_default(),
        bytes: u64::try_from(bytes).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
