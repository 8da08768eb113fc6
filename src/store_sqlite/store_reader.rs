//! Reads a store that a service may be using. Changes nothing.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::run_files::{self, Page, RunFiles};
use super::{BUSY_TIMEOUT, clock, integrity, migrations};
use crate::error::SqliteError;
use store::ClockRecord;

/// Reads a store that a service may be using.
pub struct StoreReader {
    pub(super) connection: Connection,
}

impl StoreReader {
    /// Opens the store in a file.
    pub fn open(path: &Path) -> Result<Self, SqliteError> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(Self { connection })
    }

    /// Ensures that the store is whole, and that this program can use it. Returns how many runs it has.
    pub fn check(&self) -> Result<u64, SqliteError> {
        check(&self.connection)?;
        let runs = self
            .connection
            .query_row("SELECT count(*) FROM runs", [], |row| row.get(0));
        Ok(u64::try_from(runs.map(|runs: i64| runs)?).unwrap_or_default())
    }

    /// The next runs after this row, with their files.
    pub fn runs(&self, after: i64) -> Result<Page, SqliteError> {
        run_files::page(&self.connection, after)
    }

    /// The files of a run; `None` if there is no such run.
    pub fn files_of(&self, id: &str) -> Result<Option<RunFiles>, SqliteError> {
        run_files::of(&self.connection, id)
    }

    /// Whether there is a run with this id, even if its row is damaged.
    pub fn has_run(&self, id: &str) -> Result<bool, SqliteError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT 1 FROM runs WHERE id = ?1")?;
        Ok(statement.exists([id])?)
    }

    /// When the newest run was accepted.
    pub fn newest(&self) -> Result<Option<String>, SqliteError> {
        let sql = "SELECT max(created_at) FROM runs";
        Ok(self.connection.query_row(sql, [], |row| row.get(0))?)
    }

    /// The time as a service last noted it; `None` if no service has.
    pub fn clock(&self) -> Result<Option<ClockRecord>, SqliteError> {
        clock::read(&self.connection)
    }

    /// The addresses of the engine instances that callers added.
    pub fn added_engines(&self) -> Result<Vec<String>, SqliteError> {
        let sql = "SELECT address FROM engines WHERE is_added ORDER BY rowid";
        let mut statement = self.connection.prepare(sql)?;
        let addresses = statement.query_map([], |row| row.get(0))?;
        Ok(addresses.collect::<Result<_, _>>()?)
    }
}

/// Ensures that a database is whole, and that this program can use it.
pub(super) fn check(connection: &Connection) -> Result<(), SqliteError> {
    integrity::check_pages(connection)?;
    migrations::ensure_known(connection)
}
