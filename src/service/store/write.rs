//! The store's changes: a run's progress from acceptance to its end. A run that has ended never
//! changes.

use rusqlite::{OptionalExtension, params};

use super::connection::Store;
use super::error::StoreError;
use super::outcome::RunOutcome;
use super::run_record::RunRecord;
use super::tables::NOW;

impl Store {
    /// Stores a new run.
    pub(crate) async fn insert(&self, run: RunRecord) -> Result<(), StoreError> {
        self.with_connection(move |connection| {
            let sql = format!(
                "INSERT INTO runs (id, workflow_id, version, group_id, status, instance, prompt_id, workflow, inputs, created_at)
                 VALUES (?1, ?2, ?9, ?3, ?4, ?5, ?6, ?7, ?8, {NOW})"
            );
            let inputs = serde_json::to_string(&run.inputs)?;
            let status = run.status.name();
            connection.prepare_cached(&sql)?.execute(params![
                run.id, run.workflow_id, run.group_id, status, run.instance_address, run.prompt_id, run.workflow, inputs, run.version
            ])?;
            Ok(())
        })
        .await
    }

    /// Assigns a run to the instance at this address, or to none when the run waits for one. Returns
    /// false if the run has ended.
    pub(crate) async fn assign(
        &self,
        id: &str,
        instance_address: Option<&str>,
        prompt_id: &str,
    ) -> Result<bool, StoreError> {
        let (id, prompt_id) = (id.to_owned(), prompt_id.to_owned());
        let address = instance_address.map(str::to_owned);
        self.with_connection(move |connection| {
            let sql = "UPDATE runs SET instance = ?2, prompt_id = ?3 WHERE id = ?1 AND status IN ('pending', 'running')";
            let rows = connection.prepare_cached(sql)?.execute(params![id, address, prompt_id])?;
            Ok(rows > 0)
        })
        .await
    }

    /// Marks a run as running.
    pub(crate) async fn mark_running(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.with_connection(move |connection| {
            let sql = format!(
                "UPDATE runs SET status = 'running', started_at = {NOW} WHERE id = ?1 AND status = 'pending'"
            );
            connection.prepare_cached(&sql)?.execute(params![id])?;
            Ok(())
        })
        .await
    }

    /// Stores a run's outcome. Returns false if the run had already ended.
    pub(crate) async fn finish(&self, id: &str, outcome: RunOutcome) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.with_connection(move |connection| {
            let sql = format!(
                "UPDATE runs SET status = ?2, error = ?3, outputs = ?4, workflow = NULL, completed_at = {NOW},
                    started_at = COALESCE(strftime('%Y-%m-%dT%H:%M:%fZ', ?5 / 1000.0, 'unixepoch'), started_at)
                 WHERE id = ?1 AND status IN ('pending', 'running')"
            );
            let outputs = serde_json::to_string(&outcome.outputs)?;
            let rows = connection.prepare_cached(&sql)?.execute(params![
                id,
                outcome.status.name(),
                outcome.error,
                outputs,
                outcome.started_at
            ])?;
            Ok(rows > 0)
        })
        .await
    }

    /// The secret that signs links; created at the first start.
    pub(crate) async fn link_secret(&self) -> Result<Vec<u8>, StoreError> {
        self.with_connection(|connection| {
            let sql = "SELECT value FROM secrets WHERE name = 'links'";
            let stored: Option<Vec<u8>> =
                connection.query_row(sql, [], |row| row.get(0)).optional()?;
            if let Some(secret) = stored {
                return Ok(secret);
            }
            let secret = rand::random::<[u8; 32]>().to_vec();
            connection.execute(
                "INSERT INTO secrets (name, value) VALUES ('links', ?1)",
                params![secret],
            )?;
            Ok(secret)
        })
        .await
    }
}
