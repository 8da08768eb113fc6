//! Connections that only read. In SQLite's WAL mode, they wait for no change, and no change waits for
//! them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use crate::store::error::StoreError;

/// How many may read at once; further ones wait.
pub(super) const MAX_READERS: usize = 4;

/// The connections.
pub(super) struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    /// Connections to this file; each is opened when it is first needed.
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            idle: Mutex::default(),
            permits: Arc::new(Semaphore::new(MAX_READERS)),
        }
    }

    /// Runs blocking work with one of them, on a thread for blocking tasks.
    pub(super) async fn run<T, F>(self: Arc<Self>, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let connection = idle().pop();
            let connection = connection.map_or_else(|| self.open(), Ok)?;
            let result = work(&connection);
            idle().push(connection);
            result
        });
        task.await.map_err(|_| StoreError::Closed)?
    }

    fn open(&self) -> Result<Connection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(super::BUSY_TIMEOUT)?;
        Ok(connection)
    }
}
