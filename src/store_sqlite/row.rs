//! Reads the rows of runs. A damaged row hides no other.

use crate::error::SqliteError;
use chrono::{DateTime, Utc};
use rusqlite::types::FromSql;
use rusqlite::{Row, Rows};
use serde::de::DeserializeOwned;

use super::damaged_runs::DamagedRuns;
use super::large_inputs::COMPLETE;
use super::times::StoredTime;
use api::{Priority, RunStatus};
use store::RunRecord;
use store::StoreError;
use store::TraceContext;
use store::WebhookTarget;

/// Every column of a run.
pub(super) fn columns() -> String {
    format!(
        "id, workflow_id, version, group_id, owner, priority, idempotency_key, digest, status, error, instance, prompt_id,
            client_id, attempts, workflow, schema, {COMPLETE} AS inputs, outputs, left_out, created_at, started_at,
            completed_at, webhook_url, webhook_origin, link_base, traceparent,
            (SELECT max(expires_at) FROM shares WHERE run_id = runs.id) AS shared_until"
    )
}

/// The run of a row, if there is one.
pub(super) fn single(row: Option<&Row<'_>>) -> Result<Option<RunRecord>, SqliteError> {
    let run = row
        .map(|row| run_record(row).map_err(|why| StoreError::Damaged { id: id(row), why }.into()));
    run.transpose()
}

/// The runs of these rows, up to this size of an answer. Reports and skips damaged rows.
pub(super) fn readable(
    mut rows: Rows<'_>,
    max_bytes: usize,
    damaged: &DamagedRuns,
) -> Result<Vec<RunRecord>, SqliteError> {
    let mut runs = Vec::new();
    let mut bytes = 0;
    while let Some(row) = rows.next()? {
        match run_record(row) {
            Ok(run) => {
                bytes += run.answer_size();
                if bytes > max_bytes && !runs.is_empty() {
                    break;
                }
                runs.push(run);
            }
            Err(why) => damaged.report(&id(row), &why),
        }
    }
    Ok(runs)
}

/// The id of a row, as far as it is readable.
fn id(row: &Row<'_>) -> String {
    let bytes = row
        .get_ref("id")
        .map(|value| value.as_bytes().map(<[u8]>::to_vec));
    let bytes = bytes.map(Result::unwrap_or_default).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The run of a row.
///
/// # Errors
/// The damaged column, and why it cannot be read.
fn run_record(row: &Row<'_>) -> Result<RunRecord, String> {
    Ok(RunRecord {
        id: column(row, "id")?,
        workflow_id: column(row, "workflow_id")?,
        version: column(row, "version")?,
        group_id: column(row, "group_id")?,
        owner: column(row, "owner")?,
        priority: Priority::of(&column::<String>(row, "priority")?).unwrap_or_default(),
        idempotency_key: column(row, "idempotency_key")?,
        digest: column(row, "digest")?,
        status: status(&column::<String>(row, "status")?)?,
        error: column(row, "error")?,
        instance_address: column(row, "instance")?,
        prompt_id: column(row, "prompt_id")?,
        client_id: column(row, "client_id")?,
        attempts: column(row, "attempts")?,
        workflow: column(row, "workflow")?,
        schema: column(row, "schema")?,
        inputs: json(row, "inputs")?,
        outputs: json(row, "outputs")?,
        left_out: json(row, "left_out")?,
        created_at: time(row, "created_at")?,
        started_at: time(row, "started_at")?,
        completed_at: time(row, "completed_at")?,
        shared_until: time(row, "shared_until")?,
        webhook: webhook(row)?,
        link_base: column(row, "link_base")?,
        trace: trace(row),
    })
}

fn webhook(row: &Row<'_>) -> Result<Option<WebhookTarget>, String> {
    let url: Option<String> = column(row, "webhook_url")?;
    let origin: Option<String> = column(row, "webhook_origin")?;
    Ok(url
        .zip(origin)
        .map(|(url, origin)| WebhookTarget { url, origin }))
}

/// The trace of a run. A damaged trace is ignored.
fn trace(row: &Row<'_>) -> Option<TraceContext> {
    let traceparent: Option<String> = row.get("traceparent").ok()?;
    TraceContext::parse(&traceparent?)
}

fn time(row: &Row<'_>, name: &str) -> Result<Option<DateTime<Utc>>, String> {
    let time: Option<StoredTime> = column(row, name)?;
    Ok(time.map(|StoredTime(time)| time))
}

fn column<T: FromSql>(row: &Row<'_>, name: &str) -> Result<T, String> {
    row.get(name).map_err(|why| format!("{name}: {why}"))
}

fn json<T: DeserializeOwned>(row: &Row<'_>, name: &str) -> Result<T, String> {
    let text: String = column(row, name)?;
    serde_json::from_str(&text).map_err(|why| format!("{name}: {why}"))
}

fn status(name: &str) -> Result<RunStatus, String> {
    let all = [
        RunStatus::Pending,
        RunStatus::Running,
        RunStatus::Completed,
        RunStatus::Failed,
        RunStatus::Cancelled,
    ];
    let found = all.into_iter().find(|status| status.name() == name);
    found.ok_or_else(|| format!("status: “{name}” is not a status"))
}
