//! A copy of the store's file at one moment, made while a service may use the store. Single rows can be updated
//! afterwards. Knows only the files of the two databases.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use super::run_files::{self, Page, RunFiles};
use super::store_reader::{self, StoreReader};
use super::{migrations, run_changes};
use crate::error::SqliteError;

/// How long to wait before a page that is locked is copied again.
const PAUSE: Duration = Duration::from_millis(50);

/// A copy of the store's file.
pub struct StoreCopy {
    source: StoreReader,
    copy: Connection,
}

impl StoreCopy {
    /// Copies the store as it is now to an empty file. Changes in the meantime do not wait, and are not copied.
    ///
    /// # Errors
    /// When a file cannot be used, or the pages of the store are damaged.
    pub fn make(store: &Path, copy: &Path) -> Result<Self, SqliteError> {
        let source = StoreReader::open(store)?;
        let mut copy = Connection::open(copy)?;
        // In one step, so that the copy is of one moment.
        Backup::new(&source.connection, &mut copy)?.run_to_completion(i32::MAX, PAUSE, None)?;
        // A single file is enough. The backup that contains it is written through to the disk.
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        copy.pragma_update(None, "synchronous", "OFF")?;
        store_reader::check(&copy)?;
        Ok(Self { source, copy })
    }

    /// The next runs after this row, with their files.
    pub fn runs(&self, after: i64) -> Result<Page, SqliteError> {
        run_files::page(&self.copy, after)
    }

    /// Updates the row of a run, its events and its deliveries in the copy, so that they are also complete after a
    /// restoration. Returns its files; `None` if the run is gone.
    pub fn refresh(&self, id: &str) -> Result<Option<RunFiles>, SqliteError> {
        let mut select = self
            .source
            .connection
            .prepare("SELECT * FROM runs WHERE id = ?1")?;
        let columns: Vec<String> = select
            .column_names()
            .map(|name| format!("\"{name}\" = ?"))
            .collect();
        let row = select.query_row([id], |row| values(row, columns.len()));
        let Some(row) = row.optional()? else {
            self.remove(id)?;
            self.copy
                .execute("DELETE FROM shares WHERE run_id = ?1", [id])?;
            return Ok(None);
        };
        // Changes the row instead of replacing it, so that the counts stay right.
        let sql = format!("UPDATE runs SET {} WHERE id = ?", columns.join(", "));
        let id_value = Value::Text(id.to_owned());
        let values: Vec<Value> = row.into_iter().chain([id_value]).collect();
        let update = |copy: &Connection| copy.execute(&sql, params_from_iter(values));
        match migrations::uses_triggers(&self.copy)? {
            true => drop(update(&self.copy)?),
            false => drop(run_changes::change(&self.copy, id, update)?),
        }
        // The change has added events and deliveries of its own.
        for table in ["run_events", "deliveries"] {
            self.refresh_rows(table, id)?;
        }
        self.number_events(id)?;
        run_files::of(&self.copy, id)
    }

    /// Removes a run that is gone.
    fn remove(&self, id: &str) -> Result<(), SqliteError> {
        let remove = |copy: &Connection| copy.execute("DELETE FROM runs WHERE id = ?1", [id]);
        if migrations::uses_triggers(&self.copy)? {
            remove(&self.copy)?;
            return Ok(());
        }
        let removed = |copy: &Connection| Ok((remove(copy)? > 0).then_some(()));
        run_changes::remove(&self.copy, id, removed).map(drop)
    }

    /// Updates the rows of a run in another table.
    fn refresh_rows(&self, table: &str, run_id: &str) -> Result<(), SqliteError> {
        if !self.has(table)? {
            return Ok(());
        }
        let of_run = format!("FROM {table} WHERE run_id = ?1");
        let mut select = self
            .source
            .connection
            .prepare(&format!("SELECT * {of_run}"))?;
        let count = select.column_count();
        let rows = select.query_map([run_id], |row| values(row, count))?;
        let rows: Vec<Vec<Value>> = rows.collect::<Result<_, _>>()?;
        self.copy.execute(&format!("DELETE {of_run}"), [run_id])?;
        let places = vec!["?"; count].join(", ");
        let sql = format!("INSERT INTO {table} VALUES ({places})");
        for row in rows {
            self.copy.execute(&sql, params_from_iter(row))?;
        }
        Ok(())
    }

    /// Sets the number of a run's last event.
    fn number_events(&self, id: &str) -> Result<(), SqliteError> {
        if self.has("run_events")? {
            let sql = "UPDATE runs SET events = coalesce(
                (SELECT max(number) FROM run_events WHERE run_id = ?1), events) WHERE id = ?1";
            self.copy.execute(sql, [id])?;
        }
        Ok(())
    }

    /// Whether a table exists. A store that no service of this version has opened yet lacks some.
    fn has(&self, table: &str) -> Result<bool, SqliteError> {
        let exists = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        Ok(self.copy.prepare(exists)?.exists([table])?)
    }

    /// The digests of the content of every version.
    pub fn versions(&self) -> Result<Vec<String>, SqliteError> {
        let sql = "SELECT DISTINCT digest FROM versions ORDER BY digest";
        let mut statement = self.copy.prepare(sql)?;
        let digests = statement.query_map([], |row| row.get(0))?;
        Ok(digests.collect::<Result<_, _>>()?)
    }
}

fn values(row: &Row<'_>, count: usize) -> rusqlite::Result<Vec<Value>> {
    (0..count).map(|index| row.get(index)).collect()
}
