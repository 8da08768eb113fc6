//! The versions of deployed workflows: their numbers, and which content each one has. Does not know the
//! content. The calls block for a short time.

use std::sync::PoisonError;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::connection::Store;
use super::error::StoreError;
use super::tables::NOW;

/// A publication within so many seconds after the last one of the same workflow replaces it: people and
/// editors save several times in a row.
const ONE_PUBLICATION: u32 = 2;

/// How a version was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// As a file in the folder of the workflows.
    Folder,
    /// With `PUT /api/v1/comfy/workflows/{workflow_id}`.
    Upload,
}

/// One version of a workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VersionRecord {
    pub(crate) workflow_id: String,
    /// Counted from 1.
    pub(crate) number: u32,
    /// The digest of its content.
    pub(crate) digest: String,
    pub(crate) origin: Origin,
    /// RFC 3339, UTC.
    pub(crate) created_at: String,
    /// Whether the workflow was deleted after it.
    pub(crate) is_deleted: bool,
}

impl Store {
    /// Every version, by workflow and number.
    pub(crate) fn versions(&self) -> Result<Vec<VersionRecord>, StoreError> {
        let connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let sql = "SELECT * FROM versions ORDER BY workflow_id, number";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], record)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds a version with this content. If the last one is equal, that one is returned; if it is only
    /// seconds old and has no runs, it gets the new content.
    pub(crate) fn publish(
        &self,
        workflow_id: &str,
        digest: &str,
        origin: Origin,
    ) -> Result<VersionRecord, StoreError> {
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let change = connection.transaction()?;
        let last = last_of(&change, workflow_id)?;
        let number = match last {
            None => 1,
            Some(last) if !last.is_deleted && last.digest == digest => return Ok(last),
            Some(last) if !last.is_deleted && is_replaceable(&change, &last)? => last.number,
            Some(last) => last.number + 1,
        };
        let sql = format!(
            "INSERT OR REPLACE INTO versions (workflow_id, number, digest, origin, created_at)
             VALUES (?1, ?2, ?3, ?4, {NOW})"
        );
        change.execute(&sql, params![workflow_id, number, digest, origin.name()])?;
        change.commit()?;
        let published = last_of(&connection, workflow_id)?;
        published.ok_or(StoreError::Closed)
    }

    /// Deletes a workflow: its versions stay for the runs that have used them.
    pub(crate) fn delete_workflow(&self, workflow_id: &str) -> Result<(), StoreError> {
        let connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let sql = "UPDATE versions SET is_deleted = 1 WHERE workflow_id = ?1";
        connection.execute(sql, params![workflow_id])?;
        Ok(())
    }

    /// The digest of a workflow's file in the folder when it was last looked at.
    pub(crate) fn folder_digest(&self, workflow_id: &str) -> Result<Option<String>, StoreError> {
        let connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let sql = "SELECT digest FROM folder_digests WHERE workflow_id = ?1";
        let found = connection.query_row(sql, params![workflow_id], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// Notes the digest of a workflow's file in the folder.
    pub(crate) fn set_folder_digest(
        &self,
        workflow_id: &str,
        digest: &str,
    ) -> Result<(), StoreError> {
        let connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let sql = "INSERT OR REPLACE INTO folder_digests (workflow_id, digest) VALUES (?1, ?2)";
        connection.execute(sql, params![workflow_id, digest])?;
        Ok(())
    }
}

impl Origin {
    fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Upload => "upload",
        }
    }
}

fn last_of(
    connection: &Connection,
    workflow_id: &str,
) -> Result<Option<VersionRecord>, StoreError> {
    let sql = "SELECT * FROM versions WHERE workflow_id = ?1 ORDER BY number DESC LIMIT 1";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement
        .query_row(params![workflow_id], record)
        .optional()?)
}

fn is_replaceable(connection: &Connection, last: &VersionRecord) -> Result<bool, StoreError> {
    let sql = "SELECT ?1 >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?2)
                  AND NOT EXISTS (SELECT 1 FROM runs WHERE workflow_id = ?3 AND version = ?4)";
    let age = format!("-{ONE_PUBLICATION} seconds");
    let values = params![last.created_at, age, last.workflow_id, last.number];
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
        created_at: row.get("created_at")?,
        is_deleted: row.get("is_deleted")?,
    })
}
