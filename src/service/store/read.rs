//! The store's queries: one run, a page of runs, unfinished runs.

use std::collections::HashSet;

use rusqlite::{OptionalExtension, params};

use super::connection::Store;
use super::error::StoreError;
use super::row;
use super::run_record::RunRecord;

const COLUMNS: &str =
    "id, workflow_id, version, group_id, status, error, instance, prompt_id, workflow, inputs, outputs,
    created_at, started_at, completed_at";

/// The columns in a listing, whose size is bounded: without workflows, and without inputs and errors
/// that are too large.
const LISTED_COLUMNS: &str = "id, workflow_id, version, group_id, status, substr(error, 1, 2000) AS error, instance, prompt_id,
    NULL AS workflow, CASE WHEN octet_length(inputs) <= 16384 THEN inputs ELSE '[]' END AS inputs, outputs,
    created_at, started_at, completed_at";

/// Which runs a listing returns.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The group; `None` for all runs.
    pub(crate) group_id: Option<String>,
    /// Starts at 1.
    pub(crate) page: u32,
    pub(crate) page_size: u32,
    pub(crate) sort_by: SortBy,
    pub(crate) descending: bool,
}

/// The sort key of a listing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortBy {
    Created,
    Started,
    Completed,
}

impl SortBy {
    fn column(self) -> &'static str {
        match self {
            Self::Created => "created_at",
            Self::Started => "started_at",
            Self::Completed => "completed_at",
        }
    }
}

impl Store {
    /// The run with this id.
    pub(crate) async fn run(&self, id: &str) -> Result<Option<RunRecord>, StoreError> {
        let id = id.to_owned();
        self.with_connection(move |connection| {
            let sql = format!("SELECT {COLUMNS} FROM runs WHERE id = ?1");
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query(params![id])?;
            let run = rows.next()?.map(row::run_record).transpose();
            run.map_err(|why| StoreError::Damaged { id, why })
        })
        .await
    }

    /// Whether a run exists and has not ended.
    pub(crate) async fn is_unfinished(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.with_connection(move |connection| {
            let sql = "SELECT status IN ('pending', 'running') FROM runs WHERE id = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let open = statement.query_row(params![id], |row| row.get(0));
            Ok(open.optional()?.unwrap_or(false))
        })
        .await
    }

    /// One page of runs, and the number of runs on all pages. Texts that are too large are left out.
    pub(crate) async fn runs(&self, page: Page) -> Result<(u64, Vec<RunRecord>), StoreError> {
        let damaged = self.damaged();
        self.with_reader(move |connection| {
            // A condition that SQLite can look up in an index.
            let condition = match page.group_id {
                Some(_) => "group_id = ?1",
                None => "?1 IS NULL",
            };
            let count = format!("SELECT count(*) FROM runs WHERE {condition}");
            let count: i64 =
                connection.query_row(&count, params![page.group_id], |row| row.get(0))?;
            let direction = if page.descending { "DESC" } else { "ASC" };
            let column = page.sort_by.column();
            let sql = format!(
                "SELECT {LISTED_COLUMNS} FROM runs WHERE {condition}
                 ORDER BY {column} {direction} NULLS LAST, rowid {direction} LIMIT ?2 OFFSET ?3"
            );
            let offset = i64::from(page.page - 1) * i64::from(page.page_size);
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query(params![page.group_id, page.page_size, offset])?;
            let runs = row::readable(rows, &damaged)?;
            Ok((u64::try_from(count).unwrap_or_default(), runs))
        })
        .await
    }

    /// The runs that have not ended, oldest first.
    pub(crate) async fn unfinished(&self) -> Result<Vec<RunRecord>, StoreError> {
        self.select("status IN ('pending', 'running')").await
    }

    /// The ids of the runs that have not ended, including damaged ones.
    pub(crate) async fn unfinished_ids(&self) -> Result<HashSet<String>, StoreError> {
        self.with_connection(|connection| {
            let sql = "SELECT id FROM runs WHERE status IN ('pending', 'running')";
            let mut statement = connection.prepare_cached(sql)?;
            let ids = statement.query_map([], |row| row.get(0))?;
            // With a damaged id, there is no folder of uploads to find.
            Ok(ids.flatten().collect())
        })
        .await
    }

    /// The runs that wait for an engine instance, oldest first.
    pub(crate) async fn waiting(&self) -> Result<Vec<RunRecord>, StoreError> {
        self.select("status IN ('pending', 'running') AND instance IS NULL")
            .await
    }

    async fn select(&self, condition: &'static str) -> Result<Vec<RunRecord>, StoreError> {
        let damaged = self.damaged();
        self.with_connection(move |connection| {
            let sql =
                format!("SELECT {COLUMNS} FROM runs WHERE {condition} ORDER BY created_at, rowid");
            let mut statement = connection.prepare_cached(&sql)?;
            row::readable(statement.query([])?, &damaged)
        })
        .await
    }
}
