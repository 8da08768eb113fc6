//! The events of runs. `run_changes` writes them with each change, so that none is missing if the program is killed.

use crate::error::SqliteError;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, Params, Row, params};

use super::times::time;
use super::{NOW, SqliteStore, times};
use api::RunStatus;
use store::StoreError;
use store::{EventFilter, EventKind, RunEvent};
use store::{EventNews, EventStore, OpenRunPlace};

/// The maximum number of events that one change removes.
const REMOVED_AT_ONCE: usize = 1000;

/// The runs of a filter that have not ended. There is an index for them.
const OPEN_OF_FILTER: &str = "status IN ('pending', 'running')
    AND owner = coalesce(?1, owner) AND workflow_id = coalesce(?2, workflow_id) AND (?3 IS NULL OR group_id = ?3)
    AND (?4 IS NULL OR workflow_id IN (SELECT value FROM json_each(?4)))";

/// The columns of an event's run. Only the events of its end have more.
const OF_RUN: &str = "runs.id, runs.workflow_id, runs.group_id, runs.owner";

/// A migration: the events, and the number of each run's last event.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<()> {
    let add = "INSERT INTO run_events (run_id, number, kind, status, attempts, at)";
    let has_attempt = "(NEW.attempts <> OLD.attempts)";
    let has_outputs = "(NEW.status = 'completed' AND OLD.status <> 'completed')";
    let has_state = "(NEW.status <> OLD.status)";
    let changed = |kind: &str, number: &str, when: &str| {
        format!(
            "{add} SELECT NEW.id, NEW.events + {number}, '{kind}', NEW.status, NEW.attempts, {NOW} WHERE {when};"
        )
    };
    connection.execute_batch(&format!(
        "ALTER TABLE runs ADD COLUMN events INTEGER NOT NULL DEFAULT 1;
         CREATE TABLE run_events (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            run_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            status TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            at TEXT NOT NULL
         ) STRICT;
         CREATE UNIQUE INDEX events_of_a_run ON run_events (run_id, number);
         CREATE TRIGGER tell_new_run AFTER INSERT ON runs BEGIN
            {add} VALUES (NEW.id, NEW.events, 'state', NEW.status, NEW.attempts, NEW.created_at);
         END;
         CREATE TRIGGER tell_change AFTER UPDATE OF status, attempts ON runs WHEN {has_state} OR {has_attempt} BEGIN
            {attempt}
            {outputs}
            {state}
            UPDATE runs SET events = events + {has_attempt} + {has_outputs} + {has_state} WHERE rowid = NEW.rowid;
         END;
         CREATE TRIGGER forget_events AFTER DELETE ON runs BEGIN
            DELETE FROM run_events WHERE run_id = OLD.id;
         END;",
        attempt = changed("attempt", "1", has_attempt),
        outputs = changed("outputs", &format!("{has_attempt} + 1"), has_outputs),
        state = changed("state", &format!("{has_attempt} + {has_outputs} + 1"), has_state),
    ))
}

#[async_trait]
impl EventStore for SqliteStore {
    async fn follow_events(&self) -> Result<EventNews, StoreError> {
        Ok(self.writer.news().events())
    }

    async fn has_all_after(&self, id: i64, most: u32) -> Result<bool, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT (SELECT min(id) FROM run_events),
                coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'run_events'), 0)";
            let mut statement = connection.prepare_cached(sql)?;
            let (first, last): (Option<i64>, i64) =
                statement.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let is_near = (last.saturating_sub(most.into())..=last).contains(&id);
            Ok(is_near && (id == last || first.is_some_and(|first| first <= id + 1)))
        })
        .await
    }

    async fn events_after(&self, id: i64, limit: u32) -> Result<Vec<RunEvent>, StoreError> {
        let sql = events_where("run_events.id > ?1 ORDER BY run_events.id LIMIT ?2");
        self.read(move |connection| events(connection, &sql, params![id, limit]))
            .await
    }

    async fn events_of_run(&self, run_id: &str, after: u32) -> Result<Vec<RunEvent>, StoreError> {
        let sql = events_where("run_events.run_id = ?1 AND number > ?2 ORDER BY number");
        let run_id = run_id.to_owned();
        self.read(move |connection| events(connection, &sql, params![run_id, after]))
            .await
    }

    async fn state_of_run(&self, run_id: &str) -> Result<Option<RunEvent>, StoreError> {
        let sql = format!("{} FROM runs WHERE id = ?1", state_columns());
        let run_id = run_id.to_owned();
        self.read(move |connection| Ok(events(connection, &sql, params![run_id])?.pop()))
            .await
    }

    async fn open_runs(
        &self,
        filter: EventFilter,
        after: OpenRunPlace,
        limit: u32,
    ) -> Result<(Vec<RunEvent>, OpenRunPlace), StoreError> {
        let sql = format!(
            "{}, created_at, rowid FROM runs WHERE {OPEN_OF_FILTER} AND (created_at, rowid) > (?5, ?6)
             ORDER BY created_at, rowid LIMIT ?7",
            state_columns()
        );
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let EventFilter {
                reach,
                workflow_id,
                group_id,
            } = filter;
            let workflows = reach.workflows_json();
            let (created_at, row) = after_run(&after);
            let values = params![
                reach.owner,
                workflow_id,
                group_id,
                workflows,
                created_at,
                row,
                limit
            ];
            let rows = statement.query_map(values, |row| {
                let created_at: String = row.get("created_at")?;
                let place = format!("{} {created_at}", row.get::<_, i64>("rowid")?);
                Ok((event(row)?, OpenRunPlace(Some(place))))
            })?;
            let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
            let last = rows.last().map_or(after, |(_, place)| place.clone());
            Ok((rows.into_iter().map(|(event, _)| event).collect(), last))
        })
        .await
    }

    async fn executing_runs(&self, filter: EventFilter) -> Result<Vec<RunEvent>, StoreError> {
        let sql = format!(
            "{} FROM runs WHERE {OPEN_OF_FILTER} AND status = 'running'",
            state_columns()
        );
        self.read(move |connection| {
            let workflows = filter.reach.workflows_json();
            let values = params![
                filter.reach.owner,
                filter.workflow_id,
                filter.group_id,
                workflows
            ];
            events(connection, &sql, values)
        })
        .await
    }

    async fn forget_events(&self, before: DateTime<Utc>) -> Result<bool, StoreError> {
        let before = times::text(before);
        let sql = format!(
            "DELETE FROM run_events WHERE at < ?1 AND id IN (
                SELECT id FROM run_events ORDER BY id LIMIT {REMOVED_AT_ONCE})"
        );
        self.write(move |connection| {
            let removed = connection.prepare_cached(&sql)?.execute([&before])?;
            Ok(removed == REMOVED_AT_ONCE)
        })
        .await
    }
}

/// The time and the row of the run at a place.
fn after_run(place: &OpenRunPlace) -> (&str, i64) {
    let parts = place.0.as_deref().and_then(|place| place.split_once(' '));
    let Some((row, created_at)) = parts else {
        return ("", 0);
    };
    (created_at, row.parse().unwrap_or_default())
}

/// A query for events that meet a condition.
fn events_where(condition: &str) -> String {
    format!(
        "SELECT run_events.id AS event_id, number, kind, run_events.status AS event_status,
            run_events.attempts AS event_attempts, at, {OF_RUN}, {}
         FROM run_events JOIN runs ON runs.id = run_events.run_id WHERE {condition}",
        at_the_end("run_events.status")
    )
}

/// The start of a query for the states of runs, as their last events.
fn state_columns() -> String {
    format!(
        "SELECT 0 AS event_id, events AS number, 'state' AS kind, status AS event_status, attempts AS event_attempts,
            coalesce(completed_at, started_at, created_at) AS at, {OF_RUN}, {}",
        at_the_end("status")
    )
}

/// The columns that only the events of a run's end have.
fn at_the_end(status: &str) -> String {
    format!(
        "CASE WHEN {status} IN ('failed', 'cancelled') THEN error END AS error,
         CASE WHEN {status} = 'completed' THEN outputs ELSE '[]' END AS outputs,
         CASE WHEN {status} = 'completed' THEN left_out ELSE '[]' END AS left_out"
    )
}

/// The events that a query finds.
fn events(
    connection: &Connection,
    sql: &str,
    values: impl Params,
) -> Result<Vec<RunEvent>, SqliteError> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(values, event)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn event(row: &Row<'_>) -> rusqlite::Result<RunEvent> {
    let (kind, status): (String, String) = (row.get("kind")?, row.get("event_status")?);
    // A damaged list hides neither the event nor its run.
    let list = |name| row.get::<_, String>(name).unwrap_or_default();
    Ok(RunEvent {
        id: row.get("event_id")?,
        number: row.get("number")?,
        kind: EventKind::of(&kind).unwrap_or(EventKind::State),
        status: RunStatus::of(&status),
        attempts: row.get("event_attempts")?,
        at: time(row, "at")?,
        run_id: row.get("id")?,
        workflow_id: row.get("workflow_id")?,
        group_id: row.get("group_id")?,
        owner: row.get("owner")?,
        error: row.get("error")?,
        outputs: serde_json::from_str(&list("outputs")).unwrap_or_default(),
        left_out: serde_json::from_str(&list("left_out")).unwrap_or_default(),
    })
}
