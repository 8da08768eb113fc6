//! What is written about a run on its way. A run that has ended does not change any more.

use rusqlite::{OptionalExtension, params};

use super::schema::NOW;
use super::{Run, Store, StoreError};
use crate::api::RunStatus;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) status: RunStatus,
    /// Why it failed.
    pub(crate) error: Option<String>,
    /// The names of its output files.
    pub(crate) outputs: Vec<String>,
    /// When the engine began with it, in milliseconds since 1970.
    pub(crate) started: Option<i64>,
}

impl End {
    /// A run that failed, and why.
    pub(crate) fn failed(why: impl Into<String>) -> Self {
        Self {
            status: RunStatus::Failed,
            error: Some(why.into()),
            outputs: Vec::new(),
            started: None,
        }
    }

    /// A run that somebody stopped.
    pub(crate) fn cancelled() -> Self {
        Self {
            status: RunStatus::Cancelled,
            error: None,
            outputs: Vec::new(),
            started: None,
        }
    }
}

impl Store {
    /// Puts a new run in.
    pub(crate) async fn insert(&self, run: Run) -> Result<(), StoreError> {
        self.with(move |connection| {
            let sql = format!(
                "INSERT INTO runs (id, workflow_id, group_id, status, instance, prompt_id, workflow, inputs, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, {NOW})"
            );
            let inputs = serde_json::to_string(&run.inputs)?;
            let status = run.status.name();
            connection.prepare_cached(&sql)?.execute(params![
                run.id, run.workflow_id, run.group_id, status, run.instance, run.prompt_id, run.workflow, inputs
            ])?;
            Ok(())
        })
        .await
    }

    /// The run is given to an instance, under an id; or to none, when it waits for one.
    /// False when it has ended in the meantime.
    pub(crate) async fn place(
        &self,
        id: &str,
        instance: Option<&str>,
        prompt_id: &str,
    ) -> Result<bool, StoreError> {
        let (id, prompt_id) = (id.to_owned(), prompt_id.to_owned());
        let instance = instance.map(str::to_owned);
        self.with(move |connection| {
            let sql = "UPDATE runs SET instance = ?2, prompt_id = ?3 WHERE id = ?1 AND status IN ('pending', 'running')";
            let rows = connection.prepare_cached(sql)?.execute(params![id, instance, prompt_id])?;
            Ok(rows > 0)
        })
        .await
    }

    /// An engine has begun with the run.
    pub(crate) async fn start(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.with(move |connection| {
            let sql = format!(
                "UPDATE runs SET status = 'running', started_at = {NOW} WHERE id = ?1 AND status = 'pending'"
            );
            connection.prepare_cached(&sql)?.execute(params![id])?;
            Ok(())
        })
        .await
    }

    /// The run has ended. False when it had ended before.
    pub(crate) async fn end(&self, id: &str, end: End) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.with(move |connection| {
            let sql = format!(
                "UPDATE runs SET status = ?2, error = ?3, outputs = ?4, workflow = NULL, completed_at = {NOW},
                    started_at = COALESCE(strftime('%Y-%m-%dT%H:%M:%fZ', ?5 / 1000.0, 'unixepoch'), started_at)
                 WHERE id = ?1 AND status IN ('pending', 'running')"
            );
            let outputs = serde_json::to_string(&end.outputs)?;
            let rows = connection.prepare_cached(&sql)?.execute(params![
                id,
                end.status.name(),
                end.error,
                outputs,
                end.started
            ])?;
            Ok(rows > 0)
        })
        .await
    }

    /// The secret that signs links; made at the first start.
    pub(crate) async fn secret(&self) -> Result<Vec<u8>, StoreError> {
        self.with(|connection| {
            let sql = "SELECT value FROM secrets WHERE name = 'links'";
            let found: Option<Vec<u8>> =
                connection.query_row(sql, [], |row| row.get(0)).optional()?;
            if let Some(secret) = found {
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
