//! The runs that have not ended, from acceptance to the end. A run that has ended never changes, and an attempt that
//! was given up no longer changes anything.

use async_trait::async_trait;
use rusqlite::{Connection, params};

use super::submission;
use super::{NOW, SqliteStore, run_changes};
use crate::error::SqliteError;
use api::LeftOut;
use store::{Claim, Hold, OpenRunStore, RunOutcome, RunRecord, SOLE_EPOCH, StoreError};

/// A run that has not ended, and whose current attempt is this one.
const HELD: &str =
    "id = ?1 AND prompt_id = ?2 AND attempts = ?3 AND status IN ('pending', 'running')";

/// The same. Without an attempt, any attempt matches.
const HELD_IF_GIVEN: &str =
    "id = ?1 AND prompt_id = COALESCE(?2, prompt_id) AND attempts = COALESCE(?3, attempts)
    AND status IN ('pending', 'running')";

#[async_trait]
impl OpenRunStore for SqliteStore {
    async fn insert(&self, run: RunRecord) -> Result<Option<RunRecord>, StoreError> {
        self.write(move |connection| submission::insert(connection, &run))
            .await
    }

    async fn unfinished(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT id FROM runs WHERE status IN ('pending', 'running') ORDER BY created_at, rowid";
            let mut statement = connection.prepare_cached(sql)?;
            let ids = statement.query_map([], |row| row.get(0))?;
            // A run with a damaged id cannot be found again.
            Ok(ids.flatten().collect())
        })
        .await
    }

    async fn begin_attempt(&self, claim: Claim) -> Result<Option<Hold>, StoreError> {
        self.write(move |connection| begin(connection, claim)).await
    }

    async fn set_prompt_id(
        &self,
        hold: &Hold,
        prompt_id: &str,
    ) -> Result<Option<Hold>, StoreError> {
        let now = Hold {
            prompt_id: prompt_id.to_owned(),
            ..hold.clone()
        };
        let hold = hold.clone();
        self.write(move |connection| {
            let sql = format!("UPDATE runs SET prompt_id = ?4 WHERE {HELD}");
            let is_set = change_held(connection, &hold, &sql, Some(&now.prompt_id))?;
            // The change may be repeated after it was written.
            Ok((is_set || is_held(connection, &now)?).then_some(now))
        })
        .await
    }

    async fn set_left_out(&self, hold: &Hold, left_out: Vec<LeftOut>) -> Result<bool, StoreError> {
        let left_out = serde_json::to_string(&left_out)?;
        let hold = hold.clone();
        self.write(move |connection| {
            let sql = format!("UPDATE runs SET left_out = ?4 WHERE {HELD}");
            change_held(connection, &hold, &sql, Some(&left_out))
        })
        .await
    }

    async fn take_back(&self, hold: &Hold) -> Result<bool, StoreError> {
        self.wait_again(hold, "attempts - 1").await
    }

    async fn place_again(&self, hold: &Hold) -> Result<bool, StoreError> {
        self.wait_again(hold, "attempts").await
    }

    async fn mark_running(&self, hold: &Hold) -> Result<bool, StoreError> {
        let hold = hold.clone();
        self.write(move |connection| {
            let sql = format!(
                "UPDATE runs SET status = 'running', started_at = iif(status = 'pending', {NOW}, started_at)
                 WHERE {HELD}"
            );
            change_held(connection, &hold, &sql, None)
        })
        .await
    }

    async fn finish_attempt(&self, hold: &Hold, outcome: RunOutcome) -> Result<bool, StoreError> {
        match hold.epoch {
            SOLE_EPOCH => self.end(&hold.run_id, Some(hold), outcome).await,
            _ => Ok(false),
        }
    }

    async fn finish(&self, id: &str, outcome: RunOutcome) -> Result<bool, StoreError> {
        self.end(id, None, outcome).await
    }
}

/// Claims a run that waits. A repetition of the claim returns the same attempt.
fn begin(connection: &Connection, claim: Claim) -> Result<Option<Hold>, SqliteError> {
    let Claim {
        run_id,
        instance_address,
        prompt_id,
        client_id,
    } = claim;
    let sql = "UPDATE runs
        SET instance = ?2, client_id = ?4, attempts = attempts + (prompt_id <> ?3), prompt_id = ?3, left_out = '[]'
        WHERE id = ?1 AND status IN ('pending', 'running') AND (instance IS NULL OR prompt_id = ?3)";
    let is_claimed = run_changes::change(connection, &run_id, |connection| {
        let values = params![run_id, instance_address, prompt_id, client_id];
        connection.prepare_cached(sql)?.execute(values)
    })?;
    if !is_claimed {
        return Ok(None);
    }
    let mut statement = connection.prepare_cached("SELECT attempts FROM runs WHERE id = ?1")?;
    let attempt = statement.query_row([&run_id], |row| row.get(0))?;
    Ok(Some(Hold {
        run_id,
        attempt,
        prompt_id,
        epoch: SOLE_EPOCH,
    }))
}

/// Executes one change of the row of a run, with one more value. Returns whether the attempt was held.
fn change_held(
    connection: &Connection,
    hold: &Hold,
    sql: &str,
    value: Option<&str>,
) -> Result<bool, SqliteError> {
    if hold.epoch != SOLE_EPOCH {
        return Ok(false);
    }
    run_changes::change(connection, &hold.run_id, |connection| {
        let mut statement = connection.prepare_cached(sql)?;
        let (id, prompt_id, attempt) = (&hold.run_id, &hold.prompt_id, hold.attempt);
        match value {
            Some(value) => statement.execute(params![id, prompt_id, attempt, value]),
            None => statement.execute(params![id, prompt_id, attempt]),
        }
    })
}

fn is_held(connection: &Connection, hold: &Hold) -> rusqlite::Result<bool> {
    let sql = format!("SELECT 1 FROM runs WHERE {HELD}");
    let mut statement = connection.prepare_cached(&sql)?;
    let is_current = statement.exists(params![hold.run_id, hold.prompt_id, hold.attempt])?;
    Ok(is_current && hold.epoch == SOLE_EPOCH)
}

impl SqliteStore {
    /// Makes a run wait again and sets the number of its attempts to this expression. Returns whether it waits now.
    async fn wait_again(&self, hold: &Hold, attempts: &'static str) -> Result<bool, StoreError> {
        let hold = hold.clone();
        self.write(move |connection| {
            let sql = format!(
                "UPDATE runs SET status = 'pending', instance = NULL, prompt_id = '', started_at = NULL,
                    attempts = {attempts}
                 WHERE {HELD}"
            );
            Ok(change_held(connection, &hold, &sql, None)? || waits(connection, &hold.run_id)?)
        })
        .await
    }

    /// Ends a run. With an attempt, ends it only if the attempt is held.
    async fn end(
        &self,
        id: &str,
        hold: Option<&Hold>,
        outcome: RunOutcome,
    ) -> Result<bool, StoreError> {
        let id = id.to_owned();
        let (prompt_id, attempt) = hold
            .map(|hold| (hold.prompt_id.clone(), hold.attempt))
            .unzip();
        self.write_surely(move |connection| {
            let attempt_of = (prompt_id.as_deref(), attempt);
            if let Some(started_at) = outcome.started_at {
                start_first(connection, &id, attempt_of, started_at, outcome.seconds)?;
            }
            let sql = format!(
                "UPDATE runs SET status = ?4, error = ?5, outputs = ?6, bytes = ?8,
                    workflow = NULL, schema = NULL, completed_at = {NOW},
                    started_at = CASE WHEN ?7 IS NULL THEN started_at ELSE {} END
                 WHERE {HELD_IF_GIVEN}",
                started("?7", "?9")
            );
            let outputs = serde_json::to_string(&outcome.outputs)?;
            run_changes::change(connection, &id, |connection| {
                connection.prepare_cached(&sql)?.execute(params![
                    id,
                    prompt_id,
                    attempt,
                    outcome.status.name(),
                    outcome.error,
                    outputs,
                    outcome.started_at,
                    outcome.bytes.cast_signed(),
                    outcome.seconds
                ])
            })
        })
        .await
    }
}

/// Records the start of a run whose end is about to be recorded. It may have started and ended while its engine could
/// not be followed. Its start is reported like that of every other run.
fn start_first(
    connection: &Connection,
    id: &str,
    (prompt_id, attempt): (Option<&str>, Option<u32>),
    started_at: i64,
    seconds: Option<f64>,
) -> Result<(), SqliteError> {
    let sql = format!(
        "UPDATE runs SET status = 'running', started_at = {}
         WHERE {HELD_IF_GIVEN} AND status = 'pending'",
        started("?4", "?5")
    );
    run_changes::change(connection, id, |connection| {
        let mut statement = connection.prepare_cached(&sql)?;
        statement.execute(params![id, prompt_id, attempt, started_at, seconds])
    })
    .map(drop)
}

/// SQL for the start of a run that ends now: the time that the engine reports, in milliseconds since 1970. If that is
/// before the submission or in the future, the engine's clock is wrong, and only the duration in seconds is used.
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
