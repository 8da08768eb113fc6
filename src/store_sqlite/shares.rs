//! The shared results. A share that has expired is not found.

use crate::error::SqliteError;
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::clock::believed_now;
use super::times::time;
use super::{NOW, SqliteStore, audit};
use store::AuditRecord;
use store::Reach;
use store::StoreError;
use store::{MAX_SHARES, ShareStore};
use store::{NewShare, ShareRecord};

/// The columns of a share and of its run.
const COLUMNS: &str =
    "shares.id, run_id, shares.owner, workflow_id, version, shares.created_at, expires_at
    FROM shares JOIN runs ON runs.id = run_id";

#[async_trait]
impl ShareStore for SqliteStore {
    async fn add_share(
        &self,
        share: NewShare,
        line: AuditRecord,
    ) -> Result<Option<ShareRecord>, StoreError> {
        self.write(move |connection| {
            let expired = format!("DELETE FROM shares WHERE expires_at <= {}", believed_now());
            connection.prepare_cached(&expired)?.execute([])?;
            if !insert(connection, &share)? {
                return Ok(None);
            }
            audit::add(connection, &line)?;
            find(connection, &share.id)
        })
        .await
    }

    async fn share(&self, id: &str) -> Result<Option<ShareRecord>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| find(connection, &id)).await
    }

    async fn shares(&self, reach: Reach) -> Result<Vec<ShareRecord>, StoreError> {
        self.read(move |connection| {
            // A condition that an index can answer.
            let owner = reach.owner.as_ref();
            let condition = owner.map_or("?1 IS NULL", |_| "shares.owner = ?1");
            let sql = format!(
                "SELECT {COLUMNS} WHERE {condition} AND expires_at > {NOW}
                    AND (?2 IS NULL OR workflow_id IN (SELECT value FROM json_each(?2)))
                 ORDER BY shares.created_at DESC, shares.rowid DESC"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let values = params![reach.owner, reach.workflows_json()];
            let shares = statement.query_map(values, record)?;
            // A damaged one hides no other.
            Ok(shares.flatten().collect())
        })
        .await
    }

    async fn remove_share(&self, id: &str, line: AuditRecord) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.write_surely(move |connection| {
            let rows = connection.execute("DELETE FROM shares WHERE id = ?1", [id])?;
            if rows > 0 {
                audit::add(connection, &line)?;
            }
            Ok(rows > 0)
        })
        .await
    }
}

/// Inserts a share, unless its key was revoked in the meantime or has too many shares.
fn insert(connection: &Connection, share: &NewShare) -> Result<bool, SqliteError> {
    let sql = format!(
        "INSERT INTO shares (id, run_id, owner, created_at, expires_at)
         SELECT ?1, ?2, ?3, {NOW}, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?4 || ' days')
         WHERE (?3 = '' OR EXISTS (SELECT 1 FROM keys WHERE name = ?3))
            AND (SELECT count(*) FROM shares WHERE owner = ?3) < ?5"
    );
    let values = params![share.id, share.run_id, share.owner, share.days, MAX_SHARES];
    Ok(connection.prepare_cached(&sql)?.execute(values)? > 0)
}

fn find(connection: &Connection, id: &str) -> Result<Option<ShareRecord>, SqliteError> {
    let sql = format!("SELECT {COLUMNS} WHERE shares.id = ?1 AND expires_at > {NOW}");
    let mut statement = connection.prepare_cached(&sql)?;
    Ok(statement.query_row([id], record).optional()?)
}

fn record(row: &Row<'_>) -> rusqlite::Result<ShareRecord> {
    Ok(ShareRecord {
        id: row.get(0)?,
        run_id: row.get(1)?,
        owner: row.get(2)?,
        workflow_id: row.get(3)?,
        version: row.get(4)?,
        created_at: time(row, 5)?,
        expires_at: time(row, 6)?,
    })
}
