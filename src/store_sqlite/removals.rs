//! The removal of runs: which ones have begun, and which ended.

use crate::error::SqliteError;
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, params};

use super::{SqliteStore, audit, run_changes};
use store::Reach;
use store::StoreError;
use store::{AuditAction, Author};
use store::{RemovalStore, RemovedRun};

/// The condition for runs that have ended.
const ENDED: &str = "status IN ('completed', 'failed', 'cancelled')";

/// Runs can be removed. Their shares are found by run.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE removals (run_id TEXT PRIMARY KEY) STRICT;
         CREATE INDEX shares_of_a_run ON shares (run_id, expires_at);",
    )
}

#[async_trait]
impl RemovalStore for SqliteStore {
    async fn begin_removals(
        &self,
        ids: Vec<String>,
        by: Author,
    ) -> Result<Vec<RemovedRun>, StoreError> {
        self.write_surely(move |connection| {
            let removed = ids.iter().map(|id| begin(connection, id));
            let removed: Vec<RemovedRun> = removed
                .filter_map(Result::transpose)
                .collect::<Result<_, _>>()?;
            for run in &removed {
                audit::add(connection, &by.does(AuditAction::DeleteRun, &run.id))?;
            }
            Ok(removed)
        })
        .await
    }

    async fn removals(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT run_id FROM removals")?;
            let ids = statement.query_map([], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn end_removals(&self, ids: Vec<String>) -> Result<(), StoreError> {
        self.write_surely(move |connection| {
            let mut end = connection.prepare_cached("DELETE FROM removals WHERE run_id = ?1")?;
            for id in ids {
                end.execute([id])?;
            }
            Ok(())
        })
        .await
    }

    async fn ids_of_group(
        &self,
        group_id: &str,
        reach: &Reach,
        ended: bool,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        let (group_id, reach) = (group_id.to_owned(), reach.clone());
        self.read(move |connection| {
            let which = if ended { "" } else { "NOT " };
            let sql = format!(
                "SELECT id FROM runs WHERE group_id = ?1 AND owner = coalesce(?2, owner) AND {which}{ENDED}
                    AND (?4 IS NULL OR workflow_id IN (SELECT value FROM json_each(?4)))
                 ORDER BY created_at, rowid LIMIT ?3"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let values = params![group_id, reach.owner, limit, reach.workflows_json()];
            let ids = statement.query_map(values, |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })
        .await
    }
}

/// Removes a run that has ended, and its shares; notes its removal.
pub(super) fn begin(connection: &Connection, id: &str) -> Result<Option<RemovedRun>, SqliteError> {
    let sql = format!("DELETE FROM runs WHERE id = ?1 AND {ENDED} RETURNING instance, prompt_id");
    let removed = run_changes::remove(connection, id, |connection| {
        let mut remove = connection.prepare_cached(&sql)?;
        let removed = remove.query_row([id], |row| {
            // A damaged column does not keep a run from being removed.
            Ok(RemovedRun {
                id: id.to_owned(),
                instance_address: row.get(0).unwrap_or_default(),
                prompt_id: row.get(1).unwrap_or_default(),
            })
        });
        removed.optional()
    })?;
    let Some(removed) = removed else {
        return Ok(None);
    };
    for sql in [
        "INSERT OR IGNORE INTO removals (run_id) VALUES (?1)",
        "DELETE FROM shares WHERE run_id = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([id])?;
    }
    Ok(Some(removed))
}
