//! The store's queries: one run, a page of runs, unfinished runs.

use rusqlite::{OptionalExtension, Row, params};

use super::connection::{Store, StoreError};
use super::run_record::RunRecord;
use crate::api::RunStatus;

const COLUMNS: &str =
    "id, workflow_id, group_id, status, error, instance, prompt_id, workflow, inputs, outputs,
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
            let row = connection
                .prepare_cached(&sql)?
                .query_row(params![id], row_parts)
                .optional()?;
            row.map(run_record).transpose()
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

    /// One page of runs, and the number of runs on all pages.
    pub(crate) async fn runs(&self, page: Page) -> Result<(u64, Vec<RunRecord>), StoreError> {
        self.with_connection(move |connection| {
            let count = "SELECT count(*) FROM runs WHERE ?1 IS NULL OR group_id = ?1";
            let count: i64 =
                connection.query_row(count, params![page.group_id], |row| row.get(0))?;
            let direction = if page.descending { "DESC" } else { "ASC" };
            let column = page.sort_by.column();
            let sql = format!(
                "SELECT {COLUMNS} FROM runs WHERE ?1 IS NULL OR group_id = ?1
                 ORDER BY {column} {direction} NULLS LAST, rowid {direction} LIMIT ?2 OFFSET ?3"
            );
            let offset = i64::from(page.page - 1) * i64::from(page.page_size);
            let mut statement = connection.prepare_cached(&sql)?;
            let rows =
                statement.query_map(params![page.group_id, page.page_size, offset], row_parts)?;
            let runs = rows.map(|row| run_record(row?)).collect::<Result<_, _>>()?;
            Ok((u64::try_from(count).unwrap_or_default(), runs))
        })
        .await
    }

    /// The runs that have not ended, oldest first.
    pub(crate) async fn unfinished(&self) -> Result<Vec<RunRecord>, StoreError> {
        self.select("status IN ('pending', 'running')").await
    }

    /// The runs that wait for an engine instance, oldest first.
    pub(crate) async fn waiting(&self) -> Result<Vec<RunRecord>, StoreError> {
        self.select("status IN ('pending', 'running') AND instance IS NULL")
            .await
    }

    async fn select(&self, condition: &'static str) -> Result<Vec<RunRecord>, StoreError> {
        self.with_connection(move |connection| {
            let sql =
                format!("SELECT {COLUMNS} FROM runs WHERE {condition} ORDER BY created_at, rowid");
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([], row_parts)?;
            rows.map(|row| run_record(row?)).collect()
        })
        .await
    }
}

/// A run without inputs and outputs, and the JSON texts of both.
fn row_parts(row: &Row<'_>) -> rusqlite::Result<(RunRecord, String, String)> {
    let run = RunRecord {
        id: row.get("id")?,
        workflow_id: row.get("workflow_id")?,
        group_id: row.get("group_id")?,
        status: status(&row.get::<_, String>("status")?),
        error: row.get("error")?,
        instance_address: row.get("instance")?,
        prompt_id: row.get("prompt_id")?,
        workflow: row.get("workflow")?,
        inputs: Vec::new(),
        outputs: Vec::new(),
        created_at: row.get("created_at")?,
        started_at: row.get("started_at")?,
        completed_at: row.get("completed_at")?,
    };
    Ok((run, row.get("inputs")?, row.get("outputs")?))
}

fn run_record(
    (run, inputs, outputs): (RunRecord, String, String),
) -> Result<RunRecord, StoreError> {
    Ok(RunRecord {
        inputs: serde_json::from_str(&inputs)?,
        outputs: serde_json::from_str(&outputs)?,
        ..run
    })
}

fn status(name: &str) -> RunStatus {
    let all = [
        RunStatus::Pending,
        RunStatus::Running,
        RunStatus::Completed,
        RunStatus::Failed,
        RunStatus::Cancelled,
    ];
    all.into_iter()
        .find(|status| status.name() == name)
        .unwrap_or_default()
}
