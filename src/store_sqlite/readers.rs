//! Connections that only read. In SQLite's WAL mode, they do not wait for changes, and changes do not wait for them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use parties::on_behalf;
use store::StoreError;

use crate::error::SqliteError;
use parties::{Turn, Turns};

/// The number of callers that may read at once. Further callers wait.
pub(super) const MAX_READERS: usize = 4;
/// The number of connections for the service's own work, such as handing over and ending runs, webhooks, metrics and
/// events. Callers do not delay it.
pub(super) const OWN_READERS: usize = 2;

/// The connections.
pub(super) struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    own: Arc<Semaphore>,
    turns: Arc<Turns>,
}

/// The right to use a connection, until it is dropped.
enum Permit {
    Own { _permit: OwnedSemaphorePermit },
    Callers { _turn: Turn },
}

impl Readers {
    /// Connections to this file. Each is opened when it is first needed.
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            idle: Mutex::default(),
            own: Arc::new(Semaphore::new(OWN_READERS)),
            turns: Turns::new(MAX_READERS),
        }
    }

    /// Runs blocking work with one of them, on a thread for blocking tasks.
    pub(super) async fn run<T, F>(self: Arc<Self>, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqliteError> + Send + 'static,
    {
        let permit = self.permit().await.ok_or(StoreError::Closed)?;
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let connection = idle().pop();
            let connection = connection.map_or_else(|| self.open(), Ok)?;
            let result = work(&connection);
            idle().push(connection);
            Ok(result?)
        });
        task.await.map_err(|_| StoreError::Closed)?
    }

    async fn permit(&self) -> Option<Permit> {
        match on_behalf::party() {
            Some(_) => {
                let _turn = self.turns.wait().await?;
                Some(Permit::Callers { _turn })
            }
            None => {
                let _permit = self.own.clone().acquire_owned().await.ok()?;
                Some(Permit::Own { _permit })
            }
        }
    }

    fn open(&self) -> Result<Connection, SqliteError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(super::BUSY_TIMEOUT)?;
        Ok(connection)
    }
}
