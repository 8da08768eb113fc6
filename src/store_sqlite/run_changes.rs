//! Changes of the rows of runs, with their consequences in the same transaction. Nothing else inserts, changes or
//! deletes a run.

use crate::error::SqliteError;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::times::parsed;
use super::{NOW, webhooks};
use api::RunStatus;
use store::consequences::{self, Consequences, RunFacts};
use store::{WebhookEvent, WebhookTarget};

/// The part of a run that concerns other tables.
struct ChangingRun {
    facts: RunFacts,
    /// The number of its last event.
    events: u32,
    owner: String,
    workflow_id: String,
    created_at: String,
    completed_at: Option<String>,
    webhook: Option<WebhookTarget>,
}

/// Writes the consequences of a run that was just inserted.
pub(super) fn inserted(connection: &Connection, id: &str) -> Result<(), SqliteError> {
    let Some(run) = read(connection, id)? else {
        return Ok(());
    };
    let new = consequences::of_new_run();
    add_events(connection, id, &run, &new, 0, Some(&run.created_at))?;
    count(connection, &run, &new)
}

/// Changes a run with this statement, which returns the number of changed rows. Returns whether the run has changed.
pub(super) fn change(
    connection: &Connection,
    id: &str,
    statement: impl FnOnce(&Connection) -> rusqlite::Result<usize>,
) -> Result<bool, SqliteError> {
    let before = read(connection, id)?;
    let is_changed = statement(connection)? > 0;
    let after = read(connection, id)?;
    let Some((before, after)) = before.zip(after).filter(|_| is_changed) else {
        return Ok(false);
    };
    let change = consequences::of_change(&before.facts, &after.facts);
    if !change.events.is_empty() {
        let ends = before.completed_at.is_none();
        let at = after.completed_at.as_deref().filter(|_| ends);
        add_events(connection, id, &after, &change, before.events, at)?;
        let number = before.events + change.events.len() as u32;
        let sql = "UPDATE runs SET events = ?2 WHERE id = ?1";
        connection
            .prepare_cached(sql)?
            .execute(params![id, number])?;
    }
    count(connection, &after, &change)?;
    if let Some(event) = change.reported {
        report(connection, id, &after, event)?;
    }
    Ok(true)
}

/// Removes a run with this statement, which returns a value if it removed the run.
pub(super) fn remove<T>(
    connection: &Connection,
    id: &str,
    statement: impl FnOnce(&Connection) -> rusqlite::Result<Option<T>>,
) -> Result<Option<T>, SqliteError> {
    let before = read(connection, id)?;
    let removed = statement(connection)?;
    if let Some(before) = before.filter(|_| removed.is_some()) {
        for table in ["run_events", "large_inputs"] {
            let sql = format!("DELETE FROM {table} WHERE run_id = ?1");
            connection.prepare_cached(&sql)?.execute([id])?;
        }
        let removal = consequences::of_removal(&before.facts);
        count(connection, &before, &removal)?;
    }
    Ok(removed)
}

fn read(connection: &Connection, id: &str) -> Result<Option<ChangingRun>, SqliteError> {
    let sql = "SELECT status, attempts, started_at, completed_at, bytes, events, owner, workflow_id, created_at,
            webhook_url, webhook_origin FROM runs WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.query_row([id], changing_run).optional()?)
}

fn changing_run(row: &Row<'_>) -> rusqlite::Result<ChangingRun> {
    let (started_at, completed_at): (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
    let time = |text: &Option<String>| text.as_deref().and_then(parsed);
    let (url, origin): (Option<String>, Option<String>) = (row.get(9)?, row.get(10)?);
    Ok(ChangingRun {
        facts: RunFacts {
            status: RunStatus::of(&row.get::<_, String>(0)?),
            attempts: row.get(1)?,
            started_at: time(&started_at),
            completed_at: time(&completed_at),
            bytes: row.get(4)?,
        },
        events: row.get(5)?,
        owner: row.get(6)?,
        workflow_id: row.get(7)?,
        created_at: row.get(8)?,
        completed_at,
        webhook: url
            .zip(origin)
            .map(|(url, origin)| WebhookTarget { url, origin }),
    })
}

/// Adds events after the one with this number. Without a time, they happened now.
fn add_events(
    connection: &Connection,
    id: &str,
    after: &ChangingRun,
    change: &Consequences,
    last: u32,
    at: Option<&str>,
) -> Result<(), SqliteError> {
    let sql = format!(
        "INSERT INTO run_events (run_id, number, kind, status, attempts, at)
            VALUES (?1, ?2, ?3, ?4, ?5, coalesce(?6, {NOW}))"
    );
    let mut add = connection.prepare_cached(&sql)?;
    let (status, attempts) = (after.facts.status.name(), after.facts.attempts);
    for (number, kind) in (last + 1..).zip(&change.events) {
        add.execute(params![id, number, kind.name(), status, attempts, at])?;
    }
    Ok(())
}

/// Counts the usage of a key, and the ended runs of a workflow.
fn count(
    connection: &Connection,
    run: &ChangingRun,
    change: &Consequences,
) -> Result<(), SqliteError> {
    let Consequences { used, ended, .. } = *change;
    if used != consequences::Used::default() {
        let sql = "INSERT INTO usage (owner, day, workflow_id, runs, engine_ms, bytes)
                VALUES (?1, substr(?2, 1, 10), ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET runs = runs + ?4, engine_ms = engine_ms + ?5, bytes = bytes + ?6";
        let values = params![
            run.owner,
            run.created_at,
            run.workflow_id,
            used.runs,
            used.engine_ms,
            used.bytes
        ];
        connection.prepare_cached(sql)?.execute(values)?;
    }
    if ended == consequences::Ended::default() {
        return Ok(());
    }
    let sql = "INSERT INTO run_totals (workflow_id, runs, bytes) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET runs = runs + ?2, bytes = bytes + ?3";
    let values = params![run.workflow_id, ended.runs, ended.bytes];
    connection.prepare_cached(sql)?.execute(values)?;
    if ended.runs < 0 {
        let sql = "DELETE FROM run_totals WHERE workflow_id = ?1 AND runs <= 0";
        connection
            .prepare_cached(sql)?
            .execute([&run.workflow_id])?;
    }
    Ok(())
}

/// Adds a delivery for each receiver. It is not due while an earlier delivery of the same run and target is pending.
fn report(
    connection: &Connection,
    id: &str,
    run: &ChangingRun,
    event: WebhookEvent,
) -> Result<(), SqliteError> {
    let webhooks = webhooks::of_owner(connection, &run.owner)?;
    let receivers = consequences::receivers(event, &webhooks, run.webhook.as_ref());
    if receivers.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO deliveries (id, run_id, workflow_id, owner, event, webhook_id, url, origin, created_at, queued_at,
            due_at)
         SELECT 'msg_' || lower(hex(randomblob(16))), ?1, ?2, ?3, ?4, ?5, ?6, ?7, {NOW}, {NOW},
            iif(EXISTS (SELECT 1 FROM deliveries WHERE run_id = ?1 AND url = ?6 AND state = 'pending'), NULL, {NOW})"
    );
    let mut add = connection.prepare_cached(&sql)?;
    for (webhook_id, target) in receivers {
        add.execute(params![
            id,
            run.workflow_id,
            run.owner,
            event.name(),
            webhook_id,
            target.url,
            target.origin
        ])?;
    }
    let sql = format!(
        "INSERT INTO delivery_lanes (owner, origin, next_at)
         SELECT DISTINCT owner, origin, {NOW} FROM deliveries
            WHERE run_id = ?1 AND state = 'pending' AND due_at IS NOT NULL
         ON CONFLICT DO UPDATE SET next_at = min(next_at, excluded.next_at) WHERE slowed_until IS NULL"
    );
    connection.prepare_cached(&sql)?.execute([id])?;
    Ok(())
}
