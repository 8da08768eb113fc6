//! Finds damage of the database before it is used: broken pages, and missing changes. Keeps files that may be evidence.

use crate::error::SqliteError;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension};

use super::change_record::{self, Committed};
use crate::completeness::Completeness;
use data_folder::evidence;
use store::StoreError;

/// Ensures that the pages of a database can be read.
///
/// # Errors
/// The first fault.
pub(super) fn check_pages(connection: &Connection) -> Result<(), SqliteError> {
    let found = connection.query_row("PRAGMA quick_check(1)", [], |row| {
        // The names of tables in it may be damaged, too.
        Ok(String::from_utf8_lossy(row.get_ref(0)?.as_bytes()?).into_owned())
    })?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Corrupt(found).into()),
    }
}

/// The committed changes of a database, according to itself.
pub(super) fn committed(connection: &Connection) -> Result<Committed, SqliteError> {
    let has = |table: &str| {
        let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        connection.prepare(sql)?.exists([table])
    };
    let number = |sql: &str| {
        let number = connection.query_row(sql, [], |row| row.get::<_, Option<i64>>(0));
        let number = number.optional()?.flatten().unwrap_or_default();
        Ok::<_, rusqlite::Error>(u64::try_from(number).unwrap_or_default())
    };
    let changes = match has("changes")? {
        true => number("SELECT count FROM changes")?,
        false => 0,
    };
    let runs = match has("runs")? {
        true => number("SELECT max(rowid) FROM runs")?,
        false => 0,
    };
    Ok(Committed { changes, runs })
}

/// Copies the write-ahead log of a database that is missing or empty, because SQLite removes the log when it opens the
/// database. Returns the folder with the copy.
pub(super) fn keep_orphaned_log(path: &Path) -> Option<PathBuf> {
    let is_empty = fs::metadata(path).map_or(true, |file| file.len() == 0);
    let kept_in = is_empty.then(|| keep_log(path)).flatten()?;
    tracing::error!(
        "opening the run store {}: it is missing or empty, but there is a write-ahead log, which is kept in {}. \
         Restore the data folder from a backup, or put back the database that belongs to this log",
        path.display(),
        kept_in.display()
    );
    Some(kept_in)
}

/// Compares a database with its record. If changes are missing, the rest of its write-ahead log is copied before SQLite
/// overwrites it, unless that was done already. Must be called before the first write.
pub(super) fn compare(path: &Path, present: Committed, kept_in: Option<PathBuf>) -> Completeness {
    let Some(recorded) = change_record::read(path) else {
        return Completeness::Unknown;
    };
    let Some(changes) = recorded
        .changes
        .checked_sub(present.changes)
        .filter(|lost| *lost > 0)
    else {
        return Completeness::Complete;
    };
    let runs = recorded.runs.saturating_sub(present.runs);
    let kept_in = kept_in.or_else(|| keep_log(path));
    let place = match &kept_in {
        Some(folder) => format!(
            "what is left of its write-ahead log is kept in {}",
            folder.display()
        ),
        None => "there is no write-ahead log to keep".to_owned(),
    };
    tracing::error!(
        "opening the run store {}: its last {changes} changes are missing, among them {runs} accepted runs. \
         The file or its write-ahead log was damaged, shortened or replaced; {place}. Restore the data folder from \
         a backup, or submit these runs again",
        path.display()
    );
    Completeness::Lost { kept_in }
}

/// Copies the write-ahead log of a database. Returns the folder with the copy.
fn keep_log(path: &Path) -> Option<PathBuf> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = PathBuf::from(log);
    if fs::metadata(&log).ok()?.len() == 0 {
        return None;
    }
    let kept = evidence::folder(path.parent()?).and_then(|folder| {
        fs::copy(&log, folder.join(log.file_name().unwrap_or_default()))?;
        Ok(folder)
    });
    kept.inspect_err(|why| tracing::error!("keeping a copy of {}: {why}", log.display()))
        .ok()
}
