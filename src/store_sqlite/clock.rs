//! The time as the service last noted it, and the time that ages are compared with.

use crate::error::SqliteError;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::times::now;
use super::times::{parsed, text};
use super::{NOW, SqliteStore};
use store::StoreError;
use store::{ClockHold, ClockRecord, ClockStore};

/// One row has the last noted time. At first, it is the time of the newest run of an earlier program.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "CREATE TABLE clock (
            seen TEXT NOT NULL,
            held_from TEXT,
            held_until TEXT
         ) STRICT;
         INSERT INTO clock (seen) SELECT coalesce(max(created_at), {NOW}) FROM runs;"
    ))
}

/// The time that ages are compared with before something is removed permanently: the current time, unless the clock may
/// have jumped.
pub(super) fn believed_now() -> String {
    format!(
        "(SELECT min({NOW}, iif(held_until > {NOW}, held_from, strftime('%Y-%m-%dT%H:%M:%fZ', seen, '+1 day')))
            FROM clock)"
    )
}

#[async_trait]
impl ClockStore for SqliteStore {
    async fn clock(&self) -> Result<ClockRecord, StoreError> {
        self.read(|connection| {
            let record = read(connection)?;
            // A damaged time is treated like that of a new store.
            Ok(record.unwrap_or_else(|| ClockRecord {
                seen: now(),
                hold: None,
            }))
        })
        .await
    }

    async fn set_clock(&self, record: ClockRecord) -> Result<(), StoreError> {
        let ClockRecord { seen, hold } = record;
        self.write(move |connection| {
            let sql = "UPDATE clock SET seen = ?1, held_from = ?2, held_until = ?3";
            let (from, until) = (hold.map(|hold| hold.from), hold.map(|hold| hold.until));
            let values = params![text(seen), from.map(text), until.map(text)];
            connection.prepare_cached(sql)?.execute(values)?;
            Ok(())
        })
        .await
    }
}

/// The last noted time; `None` if it is damaged, or an earlier program did not note it.
pub(super) fn read(connection: &Connection) -> Result<Option<ClockRecord>, SqliteError> {
    let known = "SELECT 1 FROM sqlite_master WHERE name = 'clock'";
    if !connection.prepare(known)?.exists([])? {
        return Ok(None);
    }
    let sql = "SELECT seen, held_from, held_until FROM clock";
    let found = connection.query_row(sql, [], |row| {
        let hold = time(row, 1)?.zip(time(row, 2)?);
        Ok(time(row, 0)?.map(|seen| ClockRecord {
            seen,
            hold: hold.map(|(from, until)| ClockHold { from, until }),
        }))
    });
    Ok(found.optional()?.flatten())
}

fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<DateTime<Utc>>> {
    let text: Option<String> = row.get(column)?;
    Ok(text.as_deref().and_then(parsed))
}
