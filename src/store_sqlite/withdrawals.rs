//! The attempts that instances must not execute.

use async_trait::async_trait;

use super::SqliteStore;
use store::{StoreError, WithdrawalStore};

#[async_trait]
impl WithdrawalStore for SqliteStore {
    async fn add_withdrawal(&self, address: &str, prompt_id: &str) -> Result<(), StoreError> {
        let values = [address, prompt_id].map(str::to_owned);
        self.write_surely(|connection| {
            let sql = "INSERT OR IGNORE INTO withdrawals (address, prompt_id) VALUES (?1, ?2)";
            connection.prepare_cached(sql)?.execute(values)?;
            Ok(())
        })
        .await
    }

    async fn withdrawals(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare("SELECT address, prompt_id FROM withdrawals")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn remove_withdrawal(&self, prompt_id: &str) -> Result<(), StoreError> {
        let prompt_id = prompt_id.to_owned();
        self.write(move |connection| {
            let sql = "DELETE FROM withdrawals WHERE prompt_id = ?1";
            connection.prepare_cached(sql)?.execute([prompt_id])?;
            Ok(())
        })
        .await
    }
}
