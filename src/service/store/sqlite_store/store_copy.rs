//! A copy of the store's file, of one moment, made while a service may use the store. Single rows can be brought up to
//! date afterwards. Knows no files besides the two databases.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::run_files::{self, Page, RunFiles};
use super::store_reader::{self, StoreReader};
use crate::store::error::StoreError;

/// How long to wait before a page that is locked is copied again.
const PAUSE: Duration = Duration::from_millis(50);

/// A copy of the store's file.
pub(crate) struct StoreCopy {
    source: StoreReader,
    copy: Connection,
}

impl StoreCopy {
    /// Copies the store as it is now to an empty file. Changes that are made meanwhile wait for nothing, and are not
    /// part of it.
    ///
    /// # Errors
    /// When a file cannot be used, or the pages of the store are damaged.
    pub(crate) fn make(store: &Path, copy: &Path) -> Result<Self, StoreError> {
        let source = StoreReader::open(store)?;
        let mut copy = Connection::open(copy)?;
        // In one step, and so of one moment.
        Backup::new(&source.connection, &mut copy)?.run_to_completion(i32::MAX, PAUSE, None)?;
        // One file is enough for it, and it is written through to the disk as a part of what contains it.
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        copy.pragma_update(None, "synchronous", "OFF")?;
        store_reader::check(&copy)?;
        Ok(Self { source, copy })
    }

    /// The next runs after this row, with their files.
    pub(crate) fn runs(&self, after: i64) -> Result<Page, StoreError> {
        run_files::page(&self.copy, after)
    }

    /// Makes the row of a run and its deliveries in the copy equal to those of now. Returns its files; `None` if it is
    /// gone.
    pub(crate) fn refresh(&self, id: &str) -> Result<Option<RunFiles>, StoreError> {
        self.refresh_deliveries(id)?;
        let mut select = self
            .source
            .connection
            .prepare("SELECT rowid, * FROM runs WHERE id = ?1")?;
        let columns: Vec<String> = select
            .column_names()
            .map(|name| format!("\"{name}\""))
            .collect();
        let row = select.query_row([id], |row| {
            (0..columns.len())
                .map(|index| row.get(index))
                .collect::<Result<Vec<Value>, _>>()
        });
        let Some(row) = row.optional()? else {
            self.copy.execute("DELETE FROM runs WHERE id = ?1", [id])?;
            self.copy
                .execute("DELETE FROM shares WHERE run_id = ?1", [id])?;
            return Ok(None);
        };
        let places = vec!["?"; columns.len()].join(", ");
        let columns = columns.join(", ");
        let sql = format!("INSERT OR REPLACE INTO runs ({columns}) VALUES ({places})");
        self.copy.execute(&sql, params_from_iter(row))?;
        run_files::of(&self.copy, id)
    }

    /// Makes the deliveries of a run in the copy equal to those of now: what has become of it since must be reported
    /// after a restoration, too.
    fn refresh_deliveries(&self, run_id: &str) -> Result<(), StoreError> {
        let exists = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'deliveries'";
        // A store that no service of this version has opened yet has none.
        if !self.copy.prepare(exists)?.exists([])? {
            return Ok(());
        }
        let of_run = "FROM deliveries WHERE run_id = ?1";
        let select = format!("SELECT * {of_run}");
        let mut select = self.source.connection.prepare(&select)?;
        let count = select.column_count();
        let rows = select.query_map([run_id], |row| {
            (0..count)
                .map(|index| row.get(index))
                .collect::<Result<Vec<Value>, _>>()
        })?;
        let rows: Vec<Vec<Value>> = rows.collect::<Result<_, _>>()?;
        self.copy.execute(&format!("DELETE {of_run}"), [run_id])?;
        let places = vec!["?"; count].join(", ");
        let sql = format!("INSERT OR REPLACE INTO deliveries VALUES ({places})");
        for row in rows {
            self.copy.execute(&sql, params_from_iter(row))?;
        }
        Ok(())
    }

    /// The digests of the content of every version.
    pub(crate) fn versions(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT digest FROM versions ORDER BY digest";
        let mut statement = self.copy.prepare(sql)?;
        let digests = statement.query_map([], |row| row.get(0))?;
        Ok(digests.collect::<Result<_, _>>()?)
    }
}
