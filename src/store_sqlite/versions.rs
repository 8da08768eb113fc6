//! The versions of deployed workflows.

use crate::error::SqliteError;
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::times::{text, time};
use super::{NOW, SqliteStore, audit};
use store::StoreError;
use store::VersionStore;
use store::{AuditAction, AuditRecord, Author};
use store::{Origin, VersionRecord};

/// A file that is saved within this many seconds of the last save does not become a version of its own, because people
/// and editors save several times in a row.
const ONE_PUBLICATION: u32 = 2;

#[async_trait]
impl VersionStore for SqliteStore {
    async fn versions(&self) -> Result<Vec<VersionRecord>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT * FROM versions ORDER BY workflow_id, number";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([], record)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn publish(
        &self,
        workflow_id: &str,
        digest: &str,
        origin: Origin,
        by: Option<&Author>,
    ) -> Result<VersionRecord, StoreError> {
        let (workflow_id, digest) = (workflow_id.to_owned(), digest.to_owned());
        let by = by.cloned();
        self.write(move |connection| {
            let version = publish(connection, &workflow_id, &digest, origin)?;
            if let Some(by) = by {
                let subject = format!("{workflow_id}@v{}", version.number);
                audit::add(connection, &by.does(AuditAction::DeployWorkflow, subject))?;
            }
            Ok(version)
        })
        .await
    }

    async fn forget_versions(&self, workflow_id: &str, keep: u32) -> Result<Vec<u32>, StoreError> {
        let workflow_id = workflow_id.to_owned();
        self.write(move |connection| {
            let sql = "DELETE FROM versions WHERE workflow_id = ?1
                AND number NOT IN (
                    SELECT number FROM versions WHERE workflow_id = ?1 ORDER BY number DESC LIMIT max(?2, 1)
                )
                AND number NOT IN (SELECT version FROM runs WHERE workflow_id = ?1 AND version IS NOT NULL)
                RETURNING number";
            let mut statement = connection.prepare_cached(sql)?;
            let gone = statement.query_map(params![workflow_id, keep], |row| row.get(0))?;
            Ok(gone.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn delete_workflow(
        &self,
        workflow_id: &str,
        line: AuditRecord,
    ) -> Result<(), StoreError> {
        let workflow_id = workflow_id.to_owned();
        self.write(move |connection| {
            let sql = "UPDATE versions SET is_deleted = 1 WHERE workflow_id = ?1";
            connection.execute(sql, params![workflow_id])?;
            audit::add(connection, &line)
        })
        .await
    }

    async fn folder_digest(&self, workflow_id: &str) -> Result<Option<String>, StoreError> {
        let workflow_id = workflow_id.to_owned();
        self.read(move |connection| {
            let sql = "SELECT digest FROM folder_digests WHERE workflow_id = ?1";
            let found = connection.query_row(sql, params![workflow_id], |row| row.get(0));
            Ok(found.optional()?)
        })
        .await
    }

    async fn set_folder_digest(&self, workflow_id: &str, digest: &str) -> Result<(), StoreError> {
        let (workflow_id, digest) = (workflow_id.to_owned(), digest.to_owned());
        self.write(move |connection| {
            let sql = "INSERT OR REPLACE INTO folder_digests (workflow_id, digest) VALUES (?1, ?2)";
            connection.execute(sql, params![workflow_id, digest])?;
            Ok(())
        })
        .await
    }
}

fn publish(
    connection: &Connection,
    workflow_id: &str,
    digest: &str,
    origin: Origin,
) -> Result<VersionRecord, SqliteError> {
    let last = last_of(connection, workflow_id)?;
    let number = match last {
        None => 1,
        Some(last) if !last.is_deleted && last.digest == digest => return Ok(last),
        Some(last) if are_saves(&last, origin) && is_replaceable(connection, &last)? => last.number,
        Some(last) => last.number + 1,
    };
    let sql = format!(
        "INSERT OR REPLACE INTO versions (workflow_id, number, digest, origin, created_at)
         VALUES (?1, ?2, ?3, ?4, {NOW})"
    );
    connection.execute(&sql, params![workflow_id, number, digest, origin.name()])?;
    let published = last_of(connection, workflow_id)?;
    Ok(published.ok_or(StoreError::Closed)?)
}

fn last_of(
    connection: &Connection,
    workflow_id: &str,
) -> Result<Option<VersionRecord>, SqliteError> {
    let sql = "SELECT * FROM versions WHERE workflow_id = ?1 ORDER BY number DESC LIMIT 1";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement
        .query_row(params![workflow_id], record)
        .optional()?)
}

/// Whether this publication and the last one are saves of the file in the folder. An upload is always a version.
fn are_saves(last: &VersionRecord, origin: Origin) -> bool {
    !last.is_deleted && [last.origin, origin] == [Origin::Folder; 2]
}

fn is_replaceable(connection: &Connection, last: &VersionRecord) -> Result<bool, SqliteError> {
    // After the clock was set back, its time may be in the future.
    let sql = "SELECT ?1 BETWEEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?2) AND strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
                  AND NOT EXISTS (SELECT 1 FROM runs WHERE workflow_id = ?3 AND version = ?4)";
    let age = format!("-{ONE_PUBLICATION} seconds");
    let values = params![text(last.created_at), age, last.workflow_id, last.number];
    Ok(connection.query_row(sql, values, |row| row.get(0))?)
}

fn record(row: &Row<'_>) -> rusqlite::Result<VersionRecord> {
    let origin: String = row.get("origin")?;
    Ok(VersionRecord {
        workflow_id: row.get("workflow_id")?,
        number: row.get("number")?,
        digest: row.get("digest")?,
        origin: if origin == Origin::Upload.name() {
            Origin::Upload
        } else {
            Origin::Folder
        },
        created_at: time(row, "created_at")?,
        is_deleted: row.get("is_deleted")?,
    })
}
