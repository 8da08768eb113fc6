//! The named keys, and the regeneration of the first key.

use crate::error::SqliteError;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::times::{text, time_if_any};
use super::{NOW, SqliteStore, audit, webhooks};
use store::AuditRecord;
use store::StoreError;
use store::WorkflowSet;
use store::{EarlierKey, FirstKeyRecord, KeyRecord, KeyTerms};
use store::{KeyRefusal, KeyStore, MAX_KEYS};

const COLUMNS: &str = "name, hash, share, created_at, rights, rate, concurrent, per_day, expires_at, last_used_at, \
     link_id, earlier_hash, earlier_until, workflows";

#[async_trait]
impl KeyStore for SqliteStore {
    async fn keys(&self) -> Result<Vec<KeyRecord>, StoreError> {
        self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM keys ORDER BY name");
            let mut statement = connection.prepare(&sql)?;
            let rows = statement.query_map([], record)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn add_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Result<KeyRecord, KeyRefusal>, StoreError> {
        self.write(move |connection| {
            if stored(connection, &key.name)?.is_some() {
                return Ok(Err(KeyRefusal::NameIsTaken));
            }
            let sql = format!(
                "INSERT INTO keys (name, hash, share, created_at, link_id) SELECT ?1, ?2, ?3, {NOW}, ?4
                    WHERE (SELECT count(*) FROM keys) < ?5"
            );
            let values = params![key.name, key.hash, key.terms.share, key.link_id, MAX_KEYS];
            if connection.execute(&sql, values)? == 0 {
                return Ok(Err(KeyRefusal::TooMany));
            }
            update(connection, &key)?;
            audit::add(connection, &line)?;
            let added = stored(connection, &key.name)?;
            Ok(added.ok_or(KeyRefusal::NameIsTaken))
        })
        .await
    }

    async fn change_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Option<KeyRecord>, StoreError> {
        self.write(move |connection| {
            if update(connection, &key)? > 0 {
                audit::add(connection, &line)?;
            }
            stored(connection, &key.name)
        })
        .await
    }

    async fn first_key(&self, id: &str) -> Result<Option<FirstKeyRecord>, StoreError> {
        let id = id.to_owned();
        self.write(move |connection| {
            connection.execute("DELETE FROM first_key WHERE id <> ?1", [&id])?;
            let sql = "SELECT link_id, earlier_hash, earlier_until FROM first_key WHERE id = ?1";
            let record = connection.query_row(sql, [id], |row| {
                Ok(FirstKeyRecord {
                    link_id: row.get(0)?,
                    earlier: earlier(row, 1)?,
                })
            });
            Ok(record.optional()?)
        })
        .await
    }

    async fn add_first_key(&self, id: &str, key: FirstKeyRecord) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(move |connection| {
            let sql = "INSERT OR REPLACE INTO first_key VALUES (?1, ?2, ?3, ?4)";
            let (hash, until) = key
                .earlier
                .map(|earlier| (earlier.hash, text(earlier.until)))
                .unzip();
            connection.execute(sql, params![id, key.link_id, hash, until])?;
            Ok(())
        })
        .await
    }

    async fn note_uses(&self, uses: Vec<(String, DateTime<Utc>)>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE keys SET last_used_at = ?2 WHERE name = ?1";
            let mut statement = connection.prepare(sql)?;
            for (name, at) in uses {
                statement.execute(params![name, text(at)])?;
            }
            Ok(())
        })
        .await
    }

    async fn remove_key(&self, name: &str, line: AuditRecord) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.write_surely(move |connection| {
            connection.execute("DELETE FROM shares WHERE owner = ?1", [&name])?;
            webhooks::forget(connection, &name)?;
            let rows = connection.execute("DELETE FROM keys WHERE name = ?1", [name])?;
            if rows > 0 {
                audit::add(connection, &line)?;
            }
            Ok(rows > 0)
        })
        .await
    }
}

fn stored(connection: &Connection, name: &str) -> Result<Option<KeyRecord>, SqliteError> {
    let sql = format!("SELECT {COLUMNS} FROM keys WHERE name = ?1");
    Ok(connection.query_row(&sql, [name], record).optional()?)
}

/// Stores the parts of a key that can change.
fn update(connection: &Connection, key: &KeyRecord) -> rusqlite::Result<usize> {
    let (terms, earlier) = (&key.terms, key.earlier);
    connection.execute(
        "UPDATE keys SET hash = ?2, share = ?3, rights = ?4, rate = ?5, concurrent = ?6, per_day = ?7,
            expires_at = ?8, earlier_hash = ?9, earlier_until = ?10, workflows = ?11
         WHERE name = ?1",
        params![
            key.name,
            key.hash,
            terms.share,
            terms.rights.to_string(),
            terms.limit.map(|rate| rate.to_string()),
            terms.concurrent,
            terms.per_day,
            terms.expires_at.map(text),
            earlier.map(|earlier| earlier.hash),
            earlier.map(|earlier| text(earlier.until)),
            terms.workflows.as_ref().map(WorkflowSet::json),
        ],
    )
}

fn record(row: &Row<'_>) -> rusqlite::Result<KeyRecord> {
    Ok(KeyRecord {
        name: row.get(0)?,
        hash: row.get(1)?,
        created_at: time_if_any(row, 3)?,
        // A damaged value never gives a key more access than it had.
        terms: KeyTerms {
            share: row.get(2)?,
            rights: parsed(row, 4)?.unwrap_or_default(),
            workflows: row
                .get::<_, Option<String>>(13)?
                .map(|ids| WorkflowSet::of_json(&ids)),
            limit: parsed(row, 5)?,
            concurrent: row.get(6)?,
            per_day: row.get(7)?,
            expires_at: time(row, 8)?,
        },
        last_used_at: time(row, 9)?,
        link_id: row.get(10)?,
        earlier: earlier(row, 11)?,
    })
}

/// The hash in this column. The next column has the time until which it is valid.
fn earlier(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<EarlierKey>> {
    let hash: Option<[u8; 32]> = row.get(column)?;
    let until = time(row, column + 1)?;
    Ok(hash
        .zip(until)
        .map(|(hash, until)| EarlierKey { hash, until }))
}

fn parsed<T: std::str::FromStr<Err = String>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<T>> {
    let text: Option<String> = row.get(column)?;
    let damaged = |why: String| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into())
    };
    text.map(|text| text.parse().map_err(damaged)).transpose()
}

fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<DateTime<Utc>>> {
    let text: Option<String> = row.get(column)?;
    let damaged = |why: chrono::ParseError| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into())
    };
    text.map(|text| text.parse().map_err(damaged)).transpose()
}
