//! The ends of attempts, and their consequences for the delivery, the next delivery of the same run, and the lane.

use crate::error::SqliteError;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::super::audit;
use super::super::times::{parsed, text};
use super::due;
use store::{AttemptOutcome, DeliveryState, EndedAttempt, LaneOutcome, Pace};
use store::{AuditAction, Author};

/// The number of deliveries of a dead lane that are given up at once, so that other changes do not wait long.
const GIVEN_UP_AT_ONCE: i64 = 5000;

/// The delivery of an attempt.
struct Attempted {
    number: i64,
    is_pending: bool,
    run_id: String,
    url: String,
    owner: String,
    origin: String,
    webhook_id: Option<String>,
}

/// Notes how an attempt has ended.
pub(super) fn end(connection: &Connection, attempt: EndedAttempt) -> Result<(), SqliteError> {
    let Some(of) = attempted(connection, attempt.number)? else {
        return Ok(());
    };
    let at = attempt.at;
    match attempt.lane {
        LaneOutcome::Alive => recover(connection, &of, at)?,
        LaneOutcome::Failing { pace, give_up } => {
            slow_down(connection, &of, at, pace)?;
            let reason = attempt.reason.as_deref().unwrap_or_default();
            if let Some(age) = give_up {
                give_up_old(connection, &of, at, age, reason)?;
            }
        }
        LaneOutcome::Unknown => {}
    }
    let (state, due_at) = match attempt.outcome {
        // It was given up in the meantime.
        AttemptOutcome::RetryAt(_) if !of.is_pending => return Ok(()),
        AttemptOutcome::Delivered => ("delivered", None),
        AttemptOutcome::RetryAt(time) => ("pending", Some(text(time))),
        AttemptOutcome::Failed | AttemptOutcome::Gone => ("failed", None),
    };
    let sql = "UPDATE deliveries SET attempts = attempts + 1, status = ?3, reason = ?4, state = ?5, due_at = ?6,
            first_attempt_at = coalesce(first_attempt_at, ?2), last_attempt_at = ?2,
            ended_at = iif(?5 = 'pending', NULL, ?2), body = iif(?5 = 'pending', body, NULL)
         WHERE number = ?1";
    let values = params![
        of.number,
        text(at),
        attempt.status,
        attempt.reason,
        state,
        due_at
    ];
    connection.prepare_cached(sql)?.execute(values)?;
    if attempt.outcome == AttemptOutcome::Gone {
        switch_off(
            connection,
            &of,
            at,
            attempt.reason.as_deref().unwrap_or_default(),
        )?;
    }
    if due_at.is_none() {
        due::line_up(connection, &of.run_id, &of.url, at)?;
    }
    due::schedule(connection, &of.owner, &of.origin)
}

fn attempted(connection: &Connection, number: i64) -> Result<Option<Attempted>, SqliteError> {
    let sql =
        "SELECT run_id, url, owner, origin, webhook_id, state FROM deliveries WHERE number = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([number], |row| {
        let state: String = row.get(5)?;
        Ok(Attempted {
            number,
            is_pending: state == DeliveryState::Pending.name(),
            run_id: row.get(0)?,
            url: row.get(1)?,
            owner: row.get(2)?,
            origin: row.get(3)?,
            webhook_id: row.get(4)?,
        })
    });
    Ok(found.optional()?)
}

/// Ends the failures of a lane. If it was slowed down, its deliveries no longer wait for their next attempts.
fn recover(connection: &Connection, of: &Attempted, at: DateTime<Utc>) -> Result<(), SqliteError> {
    let sql = "SELECT slowed_until IS NOT NULL FROM delivery_lanes
         WHERE owner = ?1 AND origin = ?2 AND failures > 0";
    let mut statement = connection.prepare_cached(sql)?;
    let was_slowed = statement.query_row([&of.owner, &of.origin], |row| row.get(0));
    let Some(was_slowed) = was_slowed.optional()? else {
        return Ok(());
    };
    let sql = "UPDATE delivery_lanes SET failures = 0, failing_since = NULL, slowed_until = NULL
         WHERE owner = ?1 AND origin = ?2";
    connection
        .prepare_cached(sql)?
        .execute([&of.owner, &of.origin])?;
    if was_slowed {
        let sql = "UPDATE deliveries SET due_at = ?3
             WHERE owner = ?1 AND origin = ?2 AND state = 'pending' AND due_at > ?3";
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(params![of.owner, of.origin, text(at)])?;
    }
    Ok(())
}

/// Counts a failure of a lane.
fn slow_down(
    connection: &Connection,
    of: &Attempted,
    at: DateTime<Utc>,
    pace: Pace,
) -> Result<(), SqliteError> {
    let sql = "UPDATE delivery_lanes SET failures = failures + 1, failing_since = coalesce(failing_since, ?3)
         WHERE owner = ?1 AND origin = ?2 RETURNING failures";
    let mut statement = connection.prepare_cached(sql)?;
    let values = params![of.owner, of.origin, text(at)];
    let failures = statement.query_row(values, |row| row.get(0)).optional()?;
    let until = failures.and_then(|failures| pace.slowed_until(failures));
    let sql = "UPDATE delivery_lanes SET slowed_until = ?3 WHERE owner = ?1 AND origin = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute(params![of.owner, of.origin, until.map(text)])?;
    Ok(())
}

/// Gives up the deliveries that have waited this long in a lane that has failed for as long.
fn give_up_old(
    connection: &Connection,
    of: &Attempted,
    at: DateTime<Utc>,
    age: TimeDelta,
    reason: &str,
) -> Result<(), SqliteError> {
    let sql = "SELECT failing_since FROM delivery_lanes WHERE owner = ?1 AND origin = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let since = statement.query_row([&of.owner, &of.origin], |row| {
        row.get::<_, Option<String>>(0)
    });
    let since = since.optional()?.flatten();
    let before = at - age;
    if since
        .as_deref()
        .and_then(parsed)
        .is_none_or(|since| since > before)
    {
        return Ok(());
    }
    let sql = "UPDATE deliveries SET state = 'failed', reason = ?4, due_at = NULL, body = NULL, ended_at = ?5
         WHERE number IN (
            SELECT number FROM deliveries
                WHERE owner = ?1 AND origin = ?2 AND state = 'pending' AND queued_at <= ?3 AND number <> ?7 LIMIT ?6
         )";
    let values = params![
        of.owner,
        of.origin,
        text(before),
        reason,
        text(at),
        GIVEN_UP_AT_ONCE,
        of.number
    ];
    connection.prepare_cached(sql)?.execute(values)?;
    due::unblock(connection, &of.owner, &of.origin, at)
}

/// Disables the webhook of a delivery whose receiver wants no more, and gives up its pending deliveries.
fn switch_off(
    connection: &Connection,
    of: &Attempted,
    at: DateTime<Utc>,
    reason: &str,
) -> Result<(), SqliteError> {
    let Some(id) = &of.webhook_id else {
        return Ok(());
    };
    let sql = "UPDATE webhooks SET disabled_at = ?2, disabled_reason = ?3 WHERE id = ?1 AND disabled_at IS NULL";
    if connection.execute(sql, params![id, text(at), reason])? > 0 {
        let subject = format!("{id} {}", of.origin);
        let line = Author::service().does(AuditAction::DisableWebhook, subject);
        audit::add(connection, &line)?;
    }
    let sql = "UPDATE deliveries SET state = 'failed', reason = ?3, due_at = NULL, body = NULL, ended_at = ?4
         WHERE owner = ?1 AND webhook_id = ?2 AND state = 'pending'";
    connection.execute(sql, params![of.owner, id, reason, text(at)])?;
    due::unblock(connection, &of.owner, &of.origin, at)
}
