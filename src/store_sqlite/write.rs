//! The changes of runs, from acceptance to the end. A run that has ended never changes, and an attempt that was
//! given up changes nothing any more.

use crate::error::SqliteError;
use rusqlite::{Connection, params};

use super::clock::believed_now;
use super::large_inputs::Written;
use super::{NOW, SqliteStore, row, run_changes, usage};
use store::RunOutcome;
use store::RunRecord;
use store::StoreError;

/// A run that has not ended, and whose current attempt has this id at its engine.
const CURRENT: &str = "id = ?1 AND prompt_id = ?2 AND status IN ('pending', 'running')";

impl SqliteStore {
    pub(super) async fn insert_run(&self, run: RunRecord) -> Result<Option<RunRecord>, StoreError> {
        self.write(move |connection| {
            let earlier = submitted_before(connection, &run)?;
            if earlier.is_none() {
                usage::ensure_daily_limit(connection, &run.owner)?;
                insert(connection, &run)?;
            }
            Ok(earlier)
        })
        .await
    }

    /// Executes one change of a run's row; the first value is the run's id. Returns whether there was something to
    /// change.
    pub(super) async fn change<const N: usize>(
        &self,
        sql: &str,
        values: [&str; N],
    ) -> Result<bool, StoreError> {
        let (sql, values) = (sql.to_owned(), values.map(str::to_owned));
        self.write(move |connection| {
            run_changes::change(connection, &values[0], |connection| {
                let values = rusqlite::params_from_iter(&values);
                connection.prepare_cached(&sql)?.execute(values)
            })
        })
        .await
    }

    /// Makes a run wait again; `attempts` says what becomes of their number. Returns whether it waits now.
    pub(super) async fn wait_again(
        &self,
        id: &str,
        prompt_id: &str,
        attempts: &str,
    ) -> Result<bool, StoreError> {
        let sql = format!(
            "UPDATE runs SET status = 'pending', instance = NULL, prompt_id = '', started_at = NULL,
                attempts = {attempts}
             WHERE {CURRENT}"
        );
        let (id, prompt_id) = (id.to_owned(), prompt_id.to_owned());
        self.write(move |connection| {
            let is_changed = run_changes::change(connection, &id, |connection| {
                connection.prepare_cached(&sql)?.execute([&id, &prompt_id])
            })?;
            Ok(is_changed || waits(connection, &id)?)
        })
        .await
    }

    pub(super) async fn start(&self, id: &str, prompt_id: &str) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE runs SET status = 'running', started_at = {NOW} WHERE {CURRENT} AND status = 'pending'"
        );
        self.change(&sql, [id, prompt_id]).await.map(drop)
    }

    /// Ends a run; of an attempt, only if that is the current one.
    pub(super) async fn end(
        &self,
        id: &str,
        prompt_id: Option<&str>,
        outcome: RunOutcome,
    ) -> Result<bool, StoreError> {
        let (id, prompt_id) = (id.to_owned(), prompt_id.map(str::to_owned));
        self.write_surely(move |connection| {
            if let Some(started_at) = outcome.started_at {
                start_first(connection, &id, prompt_id.as_deref(), started_at, outcome.seconds)?;
            }
            let sql = format!(
                "UPDATE runs SET status = ?3, error = ?4, outputs = ?5, bytes = ?7,
                    workflow = NULL, schema = NULL, completed_at = {NOW},
                    started_at = CASE WHEN ?6 IS NULL THEN started_at ELSE {} END
                 WHERE id = ?1 AND prompt_id = COALESCE(?2, prompt_id) AND status IN ('pending', 'running')",
                started("?6", "?8")
            );
            let outputs = serde_json::to_string(&outcome.outputs)?;
            run_changes::change(connection, &id, |connection| {
                connection.prepare_cached(&sql)?.execute(params![
                    id, prompt_id, outcome.status.name(), outcome.error, outputs, outcome.started_at,
                    outcome.bytes.cast_signed(), outcome.seconds
                ])
            })
        })
        .await
    }
}

/// Records the start of a run whose end is about to be recorded: it may have started and ended while nobody followed
/// its engine, and its start is reported as that of every other run.
fn start_first(
    connection: &Connection,
    id: &str,
    prompt_id: Option<&str>,
    started_at: i64,
    seconds: Option<f64>,
) -> Result<(), SqliteError> {
    let sql = format!(
        "UPDATE runs SET status = 'running', started_at = {}
         WHERE id = ?1 AND prompt_id = COALESCE(?2, prompt_id) AND status = 'pending'",
        started("?3", "?4")
    );
    run_changes::change(connection, id, |connection| {
        let mut statement = connection.prepare_cached(&sql)?;
        statement.execute(params![id, prompt_id, started_at, seconds])
    })
    .map(drop)
}

/// SQL for the start of a run that ends now: when the engine says that it started it, in milliseconds since 1970, unless
/// that was before its submission or is in the future. Then the engine's clock is wrong, and only how many seconds the
/// run took is known.
fn started(engine: &str, seconds: &str) -> String {
    const FORMAT: &str = "'%Y-%m-%dT%H:%M:%fZ'";
    const CLOCK: &str = "unixepoch('now', 'subsec')";
    format!(
        "CASE WHEN {engine} / 1000.0 BETWEEN unixepoch(created_at, 'subsec') - 1 AND {CLOCK} + 1
            THEN strftime({FORMAT}, {engine} / 1000.0, 'unixepoch')
            ELSE max(COALESCE(created_at, ''),
                strftime({FORMAT}, {CLOCK} - COALESCE({seconds}, 0), 'unixepoch')) END"
    )
}

/// Whether a run waits, without an instance: the change that made it wait may be repeated.
fn waits(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND status = 'pending' AND instance IS NULL)";
    connection
        .prepare_cached(sql)?
        .query_row([id], |row| row.get(0))
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

fn insert(connection: &Connection, run: &RunRecord) -> Result<(), SqliteError> {
    // Here, on the one thread that writes: the texts of many runs are not in memory twice.
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
