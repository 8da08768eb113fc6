//! The named keys.

use async_trait::async_trait;
use rusqlite::params;

use super::{NOW, SqliteStore};
use crate::store::KeyStore;
use crate::store::error::StoreError;
use crate::store::key_record::KeyRecord;

#[async_trait]
impl KeyStore for SqliteStore {
    async fn keys(&self) -> Result<Vec<KeyRecord>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT name, hash, share, created_at FROM keys ORDER BY name";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                Ok(KeyRecord {
                    name: row.get(0)?,
                    hash: row.get(1)?,
                    share: row.get(2)?,
                    created_at: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn add_key(&self, key: KeyRecord) -> Result<Option<KeyRecord>, StoreError> {
        self.write(move |connection| {
            let sql = format!(
                "INSERT OR IGNORE INTO keys (name, hash, share, created_at) VALUES (?1, ?2, ?3, {NOW})"
            );
            let values = params![key.name, key.hash, key.share];
            if connection.execute(&sql, values)? == 0 {
                return Ok(None);
            }
            let sql = "SELECT created_at FROM keys WHERE name = ?1";
            let created_at = connection.query_row(sql, [&key.name], |row| row.get(0))?;
            Ok(Some(KeyRecord { created_at, ..key }))
        })
        .await
    }

    async fn remove_key(&self, name: &str) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.write(move |connection| {
            connection.execute("DELETE FROM shares WHERE owner = ?1", [&name])?;
            let rows = connection.execute("DELETE FROM keys WHERE name = ?1", [name])?;
            Ok(rows > 0)
        })
        .await
    }
}
