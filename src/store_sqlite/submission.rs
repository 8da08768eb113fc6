//! The acceptance of runs: once per idempotency key, and within the daily limit of the key.

use rusqlite::{Connection, params};

use super::clock::believed_now;
use super::large_inputs::Written;
use super::{NOW, row, run_changes, usage};
use crate::error::SqliteError;
use store::RunRecord;

/// Stores a new run. If its owner has submitted a run under the same idempotency key, returns that run instead.
pub(super) fn insert(
    connection: &Connection,
    run: &RunRecord,
) -> Result<Option<RunRecord>, SqliteError> {
    let earlier = submitted_before(connection, run)?;
    if earlier.is_none() {
        usage::ensure_daily_limit(connection, &run.owner)?;
        insert_new(connection, run)?;
    }
    Ok(earlier)
}

/// The run that was submitted under the same idempotency key within the last 24 hours.
fn submitted_before(
    connection: &Connection,
    run: &RunRecord,
) -> Result<Option<RunRecord>, SqliteError> {
    let Some(key) = &run.idempotency_key else {
        return Ok(None);
    };
    let forget = format!(
        "UPDATE runs SET idempotency_key = NULL WHERE owner = ?1 AND idempotency_key = ?2
            AND created_at < strftime('%Y-%m-%dT%H:%M:%fZ', {}, '-24 hours')",
        believed_now()
    );
    connection
        .prepare_cached(&forget)?
        .execute([&run.owner, key])?;
    let columns = row::columns();
    let sql = format!("SELECT {columns} FROM runs WHERE owner = ?1 AND idempotency_key = ?2");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([&run.owner, key])?;
    row::single(rows.next()?)
}

fn insert_new(connection: &Connection, run: &RunRecord) -> Result<(), SqliteError> {
    // Here, on the only thread that writes, so that the texts of many runs are not in memory twice.
    let inputs = Written::of(run)?;
    let sql = format!(
        "INSERT INTO runs (id, workflow_id, version, group_id, owner, priority, idempotency_key, status, instance,
            prompt_id, attempts, workflow, schema, inputs, webhook_url, webhook_origin, link_base,
            traceparent, digest, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, {NOW})"
    );
    connection.prepare_cached(&sql)?.execute(params![
        run.id,
        run.workflow_id,
        run.version,
        run.group_id,
        run.owner,
        run.priority.name(),
        run.idempotency_key,
        run.status.name(),
        run.instance_address,
        run.prompt_id,
        run.attempts,
        run.workflow,
        run.schema,
        inputs.listed,
        run.webhook.as_ref().map(|webhook| &webhook.url),
        run.webhook.as_ref().map(|webhook| &webhook.origin),
        run.link_base,
        run.trace.map(|trace| trace.to_string()),
        run.digest,
    ])?;
    inputs.insert(connection, &run.id)?;
    run_changes::inserted(connection, &run.id)
}
