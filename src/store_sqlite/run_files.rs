//! The files of the data folder that belong to runs, according to their rows. Does not look at the files.

use crate::error::SqliteError;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::large_inputs;
use data_folder::is_plain;
use run_core::StoredInput;

/// The number of runs that are read at once.
const PAGE: u32 = 500;

/// The columns that name the files of a run.
fn columns(connection: &Connection) -> rusqlite::Result<String> {
    let is_unfinished = "status IN ('pending', 'running')";
    let inputs = large_inputs::complete_in(connection)?;
    let inputs = format!("iif({is_unfinished}, {inputs}, '[]')");
    Ok(format!("rowid, id, {is_unfinished}, {inputs}, outputs"))
}

/// The files that a run needs: its uploads until it has ended, then its outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFiles {
    /// The number of its row. Rows are read in this order.
    pub row: i64,
    /// Its id.
    pub id: String,
    /// Whether it has ended.
    pub has_ended: bool,
    /// The names of its uploads or outputs, in a folder with its id.
    pub names: Vec<String>,
}

impl RunFiles {
    /// Their folder in the data folder.
    pub fn folder(&self) -> String {
        let kind = match self.has_ended {
            true => "outputs",
            false => "uploads",
        };
        format!("{kind}/{}", self.id)
    }

    /// Their paths in the data folder, with `/`, and whether each may be used: a damaged row could name other files.
    pub fn paths(&self) -> impl Iterator<Item = (String, bool)> {
        let folder = self.folder();
        self.names.iter().map(move |name| {
            let is_safe = [&self.id, name].into_iter().all(|name| is_plain(name));
            (format!("{folder}/{name}"), is_safe)
        })
    }
}

/// The next runs after this row, with their files. Rows that cannot be read are skipped.
pub(super) fn page(connection: &Connection, after: i64) -> Result<Page, SqliteError> {
    let columns = columns(connection)?;
    let sql = format!("SELECT {columns} FROM runs WHERE rowid > ?1 ORDER BY rowid LIMIT ?2");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params![after, PAGE])?;
    let mut page = Page::default();
    while let Some(row) = rows.next()? {
        page.last = Some(row.get(0)?);
        page.runs.extend(run_files(row)?);
    }
    Ok(page)
}

/// Some runs, in the order of their rows.
#[derive(Debug, Default)]
pub struct Page {
    /// The last row; `None` if no rows follow.
    pub last: Option<i64>,
    pub runs: Vec<RunFiles>,
}

/// The files of one run; `None` if there is no such run.
pub(super) fn of(connection: &Connection, id: &str) -> Result<Option<RunFiles>, SqliteError> {
    let sql = format!("SELECT {} FROM runs WHERE id = ?1", columns(connection)?);
    let mut statement = connection.prepare_cached(&sql)?;
    Ok(statement
        .query_row([id], run_files)
        .optional()?
        .unwrap_or_default())
}

fn run_files(row: &Row<'_>) -> rusqlite::Result<Option<RunFiles>> {
    let (Ok(id), Ok(inputs), Ok(outputs)) =
        (row.get(1), row.get::<_, String>(3), row.get::<_, String>(4))
    else {
        return Ok(None);
    };
    let is_unfinished: bool = row.get(2)?;
    let names = match is_unfinished {
        true => serde_json::from_str::<Vec<StoredInput>>(&inputs).map(uploads),
        false => serde_json::from_str::<Vec<String>>(&outputs),
    };
    let row = row.get(0)?;
    Ok(names.ok().map(|names| RunFiles {
        row,
        id,
        has_ended: !is_unfinished,
        names,
    }))
}

fn uploads(inputs: Vec<StoredInput>) -> Vec<String> {
    let files = inputs.into_iter().filter_map(|input| input.file);
    files.map(|file| file.stored).collect()
}
