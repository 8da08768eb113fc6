//! The audit log. A line is written in the transaction of its change.

use crate::error::SqliteError;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};

use super::times::{text, time};
use super::{NOW, SqliteStore};
use store::AuditStore;
use store::StoreError;
use store::{AuditAction, AuditEntry, AuditFilter, AuditRecord};

/// The maximum number of lines. The oldest ones make room for new ones.
const MAX_LINES: i64 = 1_000_000;
/// The longest subject, in characters.
const MAX_SUBJECT: usize = 500;
/// The maximum number of lines that one change removes, so that other changes do not wait long.
const REMOVED_AT_ONCE: usize = 10_000;

#[async_trait]
impl AuditStore for SqliteStore {
    async fn log(&self, line: AuditRecord) -> Result<(), StoreError> {
        self.write(move |connection| add(connection, &line)).await
    }

    async fn audit(&self, filter: AuditFilter) -> Result<(u64, Vec<AuditEntry>), StoreError> {
        self.read(move |connection| page(connection, &filter)).await
    }

    async fn forget_audit(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let before = text(before);
        loop {
            let before = before.clone();
            let removed = self.write(move |connection| {
                let sql =
                    "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ?1 LIMIT ?2)";
                let values = params![before, REMOVED_AT_ONCE as i64];
                Ok(connection.prepare_cached(sql)?.execute(values)?)
            });
            if removed.await? < REMOVED_AT_ONCE {
                return Ok(());
            }
        }
    }
}

/// Adds a line, as part of a change.
pub(super) fn add(connection: &Connection, line: &AuditRecord) -> Result<(), SqliteError> {
    let sql = format!(
        "INSERT INTO audit (at, actor, address, action, subject) VALUES ({NOW}, ?1, ?2, ?3, ?4)"
    );
    let subject: String = line.subject.chars().take(MAX_SUBJECT).collect();
    let values = params![line.actor(), line.address(), line.action.name(), subject];
    connection.prepare_cached(&sql)?.execute(values)?;
    let surplus = connection.last_insert_rowid() - MAX_LINES;
    let mut remove = connection.prepare_cached("DELETE FROM audit WHERE id <= ?1")?;
    remove.execute([surplus])?;
    Ok(())
}

fn page(
    connection: &Connection,
    filter: &AuditFilter,
) -> Result<(u64, Vec<AuditEntry>), SqliteError> {
    let condition = "at >= coalesce(?1, '') AND (?2 IS NULL OR at < ?2)
        AND (?3 IS NULL OR actor = ?3) AND (?4 IS NULL OR action = ?4)";
    let (since, until) = (filter.since.map(text), filter.until.map(text));
    let action = filter.action.map(AuditAction::name);
    let count = format!("SELECT count(*) FROM audit WHERE {condition}");
    let chosen = params![since, until, filter.actor, action];
    let count: i64 = connection.query_row(&count, chosen, |row| row.get(0))?;
    let sql = format!(
        "SELECT id, at, actor, address, action, subject FROM audit WHERE {condition}
         ORDER BY id DESC LIMIT ?5 OFFSET ?6"
    );
    let values = params![
        since,
        until,
        filter.actor,
        action,
        filter.limit,
        filter.offset
    ];
    let mut statement = connection.prepare_cached(&sql)?;
    let entries = statement.query_map(values, entry)?;
    let entries = entries.collect::<Result<_, _>>()?;
    Ok((u64::try_from(count).unwrap_or_default(), entries))
}

fn entry(row: &Row<'_>) -> rusqlite::Result<AuditEntry> {
    Ok(AuditEntry {
        id: row.get(0)?,
        at: time(row, 1)?,
        actor: row.get(2)?,
        address: row.get(3)?,
        action: row.get(4)?,
        subject: row.get(5)?,
    })
}
