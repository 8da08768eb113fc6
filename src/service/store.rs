//! The store of runs: SQLite, so that an accepted run survives the process. Knows neither HTTP nor
//! engines.

mod read;
mod schema;
mod write;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::api::RunStatus;

pub(crate) use read::{Page, SortBy};
pub(crate) use write::End;

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// SQLite said no.
    #[error("the store of runs: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// What is stored is not what we store.
    #[error("the store of runs holds something strange: {0}")]
    Json(#[from] serde_json::Error),
    /// The service ends.
    #[error("the store of runs was closed")]
    Closed,
}

/// The store of runs.
#[derive(Clone)]
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
}

/// One run as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) id: String,
    pub(crate) workflow_id: String,
    pub(crate) group_id: Option<String>,
    pub(crate) status: RunStatus,
    pub(crate) error: Option<String>,
    /// The engine instance it was given to; `None` while it waits for one.
    pub(crate) instance: Option<String>,
    /// The id under which the engine knows it.
    pub(crate) prompt_id: String,
    /// The workflow as it was when the run was accepted; kept until the run ends.
    pub(crate) workflow: Option<String>,
    pub(crate) inputs: Vec<StoredInput>,
    /// The names of its output files, without the run's id.
    pub(crate) outputs: Vec<String>,
    pub(crate) created_at: Option<String>,
    pub(crate) started_at: Option<String>,
    pub(crate) completed_at: Option<String>,
}

/// One value that a run was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredInput {
    /// The field's name.
    pub(crate) path: String,
    /// Its form text; of a file, the name it came with.
    pub(crate) value: String,
    /// Where its bytes are, when it is a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<StoredFile>,
}

/// A file that came with a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredFile {
    /// Its name in the run's folder of uploads.
    pub(crate) stored: String,
    /// The name under which it is sent to engines: its content's hash, so that the same picture is
    /// kept once and never clashes with another.
    pub(crate) sent_as: String,
    pub(crate) content_type: String,
    pub(crate) size: u64,
}

impl Store {
    /// Opens the store, and makes it where it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = Connection::open(path)?;
        schema::prepare(&connection)?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
        })
    }

    /// SQLite blocks: it gets a thread where that harms nobody.
    async fn with<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let connection = self.connection.clone();
        let task = tokio::task::spawn_blocking(move || {
            let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
            work(&connection)
        });
        task.await.map_err(|_| StoreError::Closed)?
    }
}

#[cfg(test)]
mod tests;
