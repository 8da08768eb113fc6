//! The queries of monitoring. Each uses an index, so that the cost of a scrape does not depend on the number of runs.

use crate::error::SqliteError;
use async_trait::async_trait;
use rusqlite::{Connection, Row, params};

use super::{NOW, SqliteStore};
use api::RunStatus;
use store::StoreError;
use store::{CountedChange, CountedKind, MonitoringStore, RunTimes, StoreFigures};

/// A migration: runs keep the trace that they were submitted in.
pub(super) fn traces(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("ALTER TABLE runs ADD COLUMN traceparent TEXT;")
}

/// The events after one, with the columns that are needed to count them. Taking back an attempt that an engine did not
/// receive is an event, too: only an event with more attempts than the one before is a new attempt.
const CHANGES: &str = "SELECT event.id, event.kind, event.status, event.number, runs.workflow_id,
        event.attempts > coalesce((SELECT earlier.attempts FROM run_events AS earlier
            WHERE earlier.run_id = event.run_id AND earlier.number < event.number
            ORDER BY earlier.number DESC LIMIT 1), 0) AS is_attempt,
        (julianday(runs.started_at) - julianday(runs.created_at)) * 86400 AS waited,
        (julianday(runs.completed_at) - julianday(runs.started_at)) * 86400 AS executed,
        (julianday(runs.completed_at) - julianday(runs.created_at)) * 86400 AS total
    FROM run_events AS event JOIN runs ON runs.id = event.run_id
    WHERE event.id > ?1 AND event.id <= ?2 ORDER BY event.id";

#[async_trait]
impl MonitoringStore for SqliteStore {
    async fn changes_to_count(
        &self,
        after: i64,
        limit: u32,
    ) -> Result<(Vec<CountedChange>, i64), StoreError> {
        self.read(move |connection| {
            // Even if the last event was removed with its run.
            let sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'run_events'";
            let newest: i64 = connection
                .prepare_cached(sql)?
                .query_row([], |row| row.get(0))?;
            let last = newest.min(after.saturating_add(i64::from(limit)));
            if last <= after {
                return Ok((Vec::new(), after));
            }
            let mut statement = connection.prepare_cached(CHANGES)?;
            let rows = statement.query_map(params![after, last], change)?;
            // A damaged row hides no other.
            Ok((rows.flatten().flatten().collect(), last))
        })
        .await
    }

    async fn figures(&self) -> Result<StoreFigures, StoreError> {
        self.read(figures).await
    }

    async fn check_writing(&self) -> Result<(), StoreError> {
        // The writer counts every transaction, so this one writes, too.
        self.write(|_| Ok(())).await
    }
}

/// The change that an event reports; `None` if it is not counted.
fn change(row: &Row<'_>) -> rusqlite::Result<Option<CountedChange>> {
    let (kind, status): (String, String) = (row.get("kind")?, row.get("status")?);
    let (number, is_attempt): (u32, bool) = (row.get("number")?, row.get("is_attempt")?);
    let status = RunStatus::of(&status);
    let kind = match kind.as_str() {
        "state" if number == 1 && !status.is_final() => CountedKind::Accepted,
        "state" if status.is_final() => CountedKind::Ended {
            status: status.name(),
            times: times(row)?,
        },
        "attempt" if is_attempt => CountedKind::Attempt,
        _ => return Ok(None),
    };
    Ok(Some(CountedChange {
        workflow_id: row.get("workflow_id")?,
        kind,
    }))
}

fn times(row: &Row<'_>) -> rusqlite::Result<RunTimes> {
    // The start is a time of the engine's clock, which may differ from this one.
    let seconds = |name| {
        row.get::<_, Option<f64>>(name)
            .map(|seconds| seconds.map(|seconds| seconds.max(0.0)))
    };
    Ok(RunTimes {
        execution: seconds("waited")?.zip(seconds("executed")?),
        total: seconds("total")?.unwrap_or_default(),
    })
}

fn figures(connection: &Connection) -> Result<StoreFigures, SqliteError> {
    let seconds_since = |sql: &str| -> rusqlite::Result<f64> {
        let sql = format!("SELECT (julianday({NOW}) - julianday(({sql}))) * 86400");
        let mut statement = connection.prepare_cached(&sql)?;
        let seconds: Option<f64> = statement.query_row([], |row| row.get(0))?;
        Ok(seconds.unwrap_or_default().max(0.0))
    };
    let count = |sql: &str| -> rusqlite::Result<u64> {
        let mut statement = connection.prepare_cached(sql)?;
        let count: i64 = statement.query_row([], |row| row.get(0))?;
        Ok(u64::try_from(count).unwrap_or_default())
    };
    let deliveries = |state: &str| format!("FROM deliveries WHERE state = '{state}'");
    let (pending, failed) = (deliveries("pending"), deliveries("failed"));
    Ok(StoreFigures {
        oldest_waiting: seconds_since(
            "SELECT created_at FROM runs WHERE status IN ('pending', 'running') AND instance IS NULL
                ORDER BY created_at LIMIT 1",
        )?,
        kept_runs: count("SELECT coalesce(sum(runs), 0) FROM run_totals")?,
        kept_bytes: count("SELECT coalesce(sum(bytes), 0) FROM run_totals")?,
        pending_deliveries: count(&format!("SELECT count(*) {pending}"))?,
        failed_deliveries: count(&format!("SELECT count(*) {failed} AND ended_at IS NOT NULL"))?,
        failing_receiver: seconds_since("SELECT min(failing_since) FROM delivery_lanes")?,
    })
}
