//! The runs, as the service asks for them.

use async_trait::async_trait;

use super::SqliteStore;
use api::LeftOut;
use store::Page;
use store::RunOutcome;
use store::RunRecord;
use store::RunStore;
use store::StoreError;

#[async_trait]
impl RunStore for SqliteStore {
    async fn insert(&self, run: RunRecord) -> Result<Option<RunRecord>, StoreError> {
        self.insert_run(run).await
    }

    async fn submitted(&self, owner: &str, key: &str) -> Result<Option<RunRecord>, StoreError> {
        self.run_by_key(owner, key).await
    }

    async fn run(&self, id: &str) -> Result<Option<RunRecord>, StoreError> {
        self.run_by_id(id).await
    }

    async fn listed_run(&self, id: &str) -> Result<Option<RunRecord>, StoreError> {
        self.listed_run_by_id(id).await
    }

    async fn runs(&self, page: Page) -> Result<(u64, Vec<RunRecord>), StoreError> {
        self.page(page).await
    }

    async fn unknown(&self, ids: Vec<String>) -> Result<Vec<String>, StoreError> {
        self.unknown_ids(ids).await
    }

    async fn unfinished(&self) -> Result<Vec<String>, StoreError> {
        self.unfinished_ids().await
    }

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

    async fn begin_attempt(
        &self,
        id: &str,
        address: &str,
        prompt_id: &str,
        client_id: &str,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE runs
                   SET instance = ?2, prompt_id = ?3, client_id = ?4, attempts = attempts + (prompt_id <> ?3),
                       left_out = '[]'
                   WHERE id = ?1 AND status IN ('pending', 'running')";
        self.change(sql, [id, address, prompt_id, client_id]).await
    }

    async fn set_prompt_id(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError> {
        let sql =
            "UPDATE runs SET prompt_id = ?2 WHERE id = ?1 AND status IN ('pending', 'running')";
        self.change(sql, [id, prompt_id]).await
    }

    async fn set_left_out(
        &self,
        id: &str,
        prompt_id: &str,
        left_out: Vec<LeftOut>,
    ) -> Result<bool, StoreError> {
        let left_out = serde_json::to_string(&left_out)?;
        let sql = "UPDATE runs SET left_out = ?3
                   WHERE id = ?1 AND prompt_id = ?2 AND status IN ('pending', 'running')";
        self.change(sql, [id, prompt_id, &left_out]).await
    }

    async fn take_back(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError> {
        self.wait_again(id, prompt_id, "attempts - 1").await
    }

    async fn place_again(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError> {
        self.wait_again(id, prompt_id, "attempts").await
    }

    async fn mark_running(&self, id: &str, prompt_id: &str) -> Result<(), StoreError> {
        self.start(id, prompt_id).await
    }

    async fn finish(&self, id: &str, outcome: RunOutcome) -> Result<bool, StoreError> {
        self.end(id, None, outcome).await
    }

    async fn finish_attempt(
        &self,
        id: &str,
        prompt_id: &str,
        outcome: RunOutcome,
    ) -> Result<bool, StoreError> {
        self.end(id, Some(prompt_id), outcome).await
    }
}
