//! The runs of the last hours, for monitoring.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Row, params};

use super::{SqliteStore, times};
use api::RunStatus;
use store::RecentRunStore;
use store::StoreError;
use store::{RecentQuery, RecentRun};

/// The columns that are read, with only the start of the error.
const COLUMNS: &str = "id, workflow_id, status, created_at, started_at, completed_at,
    CASE status WHEN 'failed' THEN substr(error, 1, 500) END";

#[async_trait]
impl RecentRunStore for SqliteStore {
    async fn recent_runs(&self, query: RecentQuery) -> Result<Vec<RecentRun>, StoreError> {
        self.read(move |connection| {
            // Each condition has an index of its own.
            let owner = query.reach.owner.as_ref();
            let owner = owner.map_or("?2 IS NULL", |_| "owner = ?2");
            let workflows = query.reach.workflows_json();
            let reached = format!(
                "{owner} AND (?4 IS NULL OR workflow_id IN (SELECT value FROM json_each(?4)))"
            );
            let sql = format!(
                "SELECT {COLUMNS} FROM runs
                    WHERE status IN ('pending', 'running') AND created_at < ?1 AND {reached}
                 UNION ALL SELECT * FROM (
                    SELECT {COLUMNS} FROM runs WHERE created_at >= ?1 AND {reached}
                        ORDER BY created_at DESC LIMIT ?3
                 )"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let since = times::text(query.since);
            let values = params![since, query.reach.owner, query.limit, workflows];
            let rows = statement.query_map(values, run)?;
            // A damaged row hides no other.
            Ok(rows.filter_map(Result::ok).flatten().collect())
        })
        .await
    }
}

/// The run of a row; `None` if the time of its submission is missing.
fn run(row: &Row<'_>) -> rusqlite::Result<Option<RecentRun>> {
    let time = |index| -> rusqlite::Result<Option<DateTime<Utc>>> {
        let text: Option<String> = row.get(index)?;
        Ok(text.as_deref().and_then(times::parsed))
    };
    let Some(created_at) = time(3)? else {
        return Ok(None);
    };
    Ok(Some(RecentRun {
        id: row.get(0)?,
        workflow_id: row.get(1)?,
        status: RunStatus::of(&row.get::<_, String>(2)?),
        created_at,
        started_at: time(4)?,
        ended_at: time(5)?,
        error: row.get(6)?,
    }))
}
