//! The connection to the store's database, and its errors. Does not know what is stored.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::tables;

/// Why an operation of the store failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// SQLite failed.
    #[error("accessing the run store: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A stored value is not in our format.
    #[error("reading a value from the run store: {0}")]
    Json(#[from] serde_json::Error),
    /// The service is shutting down.
    #[error("accessing the run store: it is closed")]
    Closed,
}

/// The run store.
#[derive(Clone)]
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
}

impl Store {
    /// Opens the store; creates it if it does not exist.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = Connection::open(path)?;
        tables::prepare(&connection)?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
        })
    }

    /// Runs blocking database work on a thread for blocking tasks.
    pub(super) async fn with_connection<T, F>(&self, work: F) -> Result<T, StoreError>
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
