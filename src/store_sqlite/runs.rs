//! Single runs, and pages of runs.

use async_trait::async_trait;
use rusqlite::{params, params_from_iter};

use super::clock::believed_now;
use super::{SqliteStore, row};
use api::RunStatus;
use store::{Page, RunFilter, RunRecord, RunStore, SortBy, StoreError};

/// The columns in a listing. Their size is limited: without workflows, with the start of a long error, and with large
/// inputs as they are in the row.
const LISTED_COLUMNS: &str =
    "id, workflow_id, version, group_id, owner, priority, idempotency_key, digest, status,
    substr(error, 1, 2000) AS error, instance, prompt_id, client_id, attempts, NULL AS workflow,
    NULL AS schema, inputs, outputs, left_out, created_at, started_at, completed_at,
    webhook_url, webhook_origin, link_base, traceparent,
    (SELECT max(expires_at) FROM shares WHERE run_id = runs.id) AS shared_until";

/// The condition for runs of these workflows.
const OF_WORKFLOWS: &str = "workflow_id IN (SELECT value FROM json_each(?))";

fn column(sort_by: SortBy) -> &'static str {
    match sort_by {
        SortBy::Created => "created_at",
        SortBy::Started => "started_at",
        SortBy::Completed => "completed_at",
    }
}

/// The condition for these runs, and the values of its parameters. It contains only the given filters, so that SQLite
/// can use an index.
fn condition(runs: &RunFilter) -> (String, Vec<String>) {
    let status = runs.status.map(RunStatus::name);
    let workflows = runs.reach.workflows_json();
    let wanted = [
        ("group_id = ?", runs.group_id.as_deref()),
        ("owner = ?", runs.reach.owner.as_deref()),
        (OF_WORKFLOWS, workflows.as_deref()),
        ("workflow_id = ?", runs.workflow_id.as_deref()),
        ("instance = ?", runs.instance.as_deref()),
        ("status = ?", status),
    ];
    let wanted = wanted
        .into_iter()
        .filter_map(|(condition, value)| Some((condition, value?.to_owned())));
    let (mut conditions, values): (Vec<&str>, Vec<String>) = wanted.unzip();
    conditions.push(match runs.status {
        // The words of the index of unfinished runs.
        Some(RunStatus::Pending | RunStatus::Running) => "status IN ('pending', 'running')",
        _ => "TRUE",
    });
    (conditions.join(" AND "), values)
}

#[async_trait]
impl RunStore for SqliteStore {
    async fn run(&self, id: &str) -> Result<Option<RunRecord>, StoreError> {
        self.run_with(&row::columns(), id).await
    }

    async fn listed_run(&self, id: &str) -> Result<Option<RunRecord>, StoreError> {
        self.run_with(LISTED_COLUMNS, id).await
    }

    async fn runs(&self, page: Page) -> Result<(u64, Vec<RunRecord>), StoreError> {
        let damaged = self.damaged.clone();
        self.read(move |connection| {
            let (condition, values) = condition(&page.runs);
            let count = format!("SELECT count(*) FROM runs WHERE {condition}");
            let values = || params_from_iter(values.iter());
            let count: i64 = connection.query_row(&count, values(), |row| row.get(0))?;
            let direction = if page.descending { "DESC" } else { "ASC" };
            let column = column(page.sort_by);
            let sql = format!(
                "SELECT {LISTED_COLUMNS} FROM runs WHERE {condition}
                 ORDER BY {column} {direction} NULLS LAST, rowid {direction}
                 LIMIT {limit} OFFSET {offset}",
                limit = page.page_size,
                offset = i64::from(page.page - 1) * i64::from(page.page_size),
            );
            let mut statement = connection.prepare(&sql)?;
            let runs = row::readable(statement.query(values())?, page.max_bytes, &damaged)?;
            Ok((u64::try_from(count).unwrap_or_default(), runs))
        })
        .await
    }

    async fn has_run(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| {
            let mut statement = connection.prepare_cached("SELECT 1 FROM runs WHERE id = ?1")?;
            Ok(statement.exists([id])?)
        })
        .await
    }

    async fn unknown(&self, ids: Vec<String>) -> Result<Vec<String>, StoreError> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT 1 FROM runs WHERE id = ?1 UNION ALL SELECT 1 FROM removals WHERE run_id = ?1",
            )?;
            let mut unknown = Vec::new();
            for id in ids {
                if !statement.exists([&id])? {
                    unknown.push(id);
                }
            }
            Ok(unknown)
        })
        .await
    }

    async fn submitted(&self, owner: &str, key: &str) -> Result<Option<RunRecord>, StoreError> {
        let values = [owner.to_owned(), key.to_owned()];
        self.read(move |connection| {
            let sql = format!(
                "SELECT {} FROM runs WHERE owner = ?1 AND idempotency_key = ?2
                    AND created_at >= strftime('%Y-%m-%dT%H:%M:%fZ', {}, '-24 hours')",
                row::columns(),
                believed_now()
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query(values)?;
            row::single(rows.next()?)
        })
        .await
    }
}

impl SqliteStore {
    async fn run_with(&self, columns: &str, id: &str) -> Result<Option<RunRecord>, StoreError> {
        let id = id.to_owned();
        let sql = format!("SELECT {columns} FROM runs WHERE id = ?1");
        let run = self.read(move |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query(params![id])?;
            row::single(rows.next()?)
        });
        run.await.inspect_err(|error| {
            if let StoreError::Damaged { id, why } = error {
                self.damaged.report(id, why);
            }
        })
    }
}
