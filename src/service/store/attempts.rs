//! The store's record of attempts: runs that an embedded engine was executing when the service stopped are
//! executed again, but not for ever.

use std::collections::HashSet;

use rusqlite::params;

use super::connection::Store;
use super::error::StoreError;

impl Store {
    /// Makes an interrupted run wait for another attempt. Returns false if it has ended or has had as many
    /// attempts as allowed.
    pub(crate) async fn place_again(
        &self,
        id: &str,
        max_attempts: u32,
    ) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.with_connection(move |connection| {
            let sql =
                "UPDATE runs SET attempts = attempts + 1, status = 'pending', started_at = NULL,
                    instance = NULL, prompt_id = id
                 WHERE id = ?1 AND status IN ('pending', 'running') AND attempts < ?2";
            let rows = connection.execute(sql, params![id, max_attempts])?;
            Ok(rows > 0)
        })
        .await
    }

    /// The addresses of the last start's embedded engines, which have ended with it.
    pub(crate) async fn embedded_engines(&self) -> Result<HashSet<String>, StoreError> {
        self.with_connection(|connection| {
            let mut statement = connection.prepare("SELECT address FROM embedded_engines")?;
            let addresses = statement.query_map([], |row| row.get(0))?;
            Ok(addresses.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Stores the addresses of this start's embedded engines.
    pub(crate) async fn set_embedded_engines(
        &self,
        addresses: Vec<String>,
    ) -> Result<(), StoreError> {
        self.with_connection(move |connection| {
            let change = connection.unchecked_transaction()?;
            change.execute("DELETE FROM embedded_engines", [])?;
            for address in addresses {
                let sql = "INSERT OR IGNORE INTO embedded_engines (address) VALUES (?1)";
                change.execute(sql, params![address])?;
            }
            Ok(change.commit()?)
        })
        .await
    }
}
