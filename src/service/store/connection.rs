//! The connections to the store's database. Does not know what is stored.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::damaged_runs::DamagedRuns;
use super::error::StoreError;
use super::readers::Readers;
use super::tables;
use crate::private_files;

/// The run store.
#[derive(Clone)]
pub(crate) struct Store {
    pub(super) connection: Arc<Mutex<Connection>>,
    readers: Arc<Readers>,
    damaged: DamagedRuns,
}

impl Store {
    /// Opens the store; creates it if it does not exist.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        // SQLite gives its further files the mode of this one.
        let mut options = private_files::writing();
        options.create(true).open(path).map_err(StoreError::File)?;
        let connection = Connection::open(path)?;
        tables::prepare(&connection)?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            readers: Arc::new(Readers::new(path)),
            damaged: DamagedRuns::default(),
        })
    }

    /// The damaged runs that were found.
    pub(super) fn damaged(&self) -> DamagedRuns {
        self.damaged.clone()
    }

    /// Runs long reading work on a connection of its own, so that no change of a run waits for it.
    pub(super) async fn with_reader<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.readers.clone().run(work).await
    }

    /// Runs short work on the one connection that writes, on a thread for blocking tasks.
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
