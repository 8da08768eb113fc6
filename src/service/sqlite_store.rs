//! The store in a SQLite file. One thread writes; readers have connections of their own.

mod damaged_runs;
mod keys;
mod migrations;
mod read;
mod readers;
mod row;
mod runs;
mod settings;
mod shares;
mod versions;
mod write;
mod writer;

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::store::{Store, StoreError};
use crate::private_files;
use damaged_runs::DamagedRuns;
use readers::Readers;
use writer::Writer;

/// The current time, RFC 3339 in UTC with milliseconds.
const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/// The store in a SQLite file.
pub(crate) struct SqliteStore {
    writer: Writer,
    readers: Arc<Readers>,
    damaged: DamagedRuns,
}

impl SqliteStore {
    /// Opens the store; creates it if it does not exist.
    ///
    /// # Errors
    /// When the file cannot be used, or a later program has changed it.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        // SQLite gives its further files the mode of this one.
        let mut options = private_files::writing();
        options.create(true).open(path).map_err(StoreError::File)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        migrations::migrate(&mut connection)?;
        Ok(Self {
            writer: Writer::start(connection)?,
            readers: Arc::new(Readers::new(path)),
            damaged: DamagedRuns::default(),
        })
    }

    /// Reads on a connection of its own, so that no change waits for it.
    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.readers.clone().run(work).await
    }

    /// Makes a change. Returns when it is on the disk.
    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.writer.run(work).await
    }
}

impl Store for SqliteStore {}

#[cfg(test)]
mod tests;
