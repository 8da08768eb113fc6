//! The deliveries that are due. A lane has the time of its next attempt, so that the choice does not take longer if
//! many deliveries wait in other lanes.

use crate::error::SqliteError;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};

use super::super::NOW;
use super::super::times::{parsed, text, time};
use store::TraceContext;
use store::{AttemptInFlight, AttemptLimits, DeliveryLane, DueDelivery};

/// Sets the time of the next attempt of every lane with pending deliveries, and deletes the others. Attempts are at
/// most about an hour apart: a time that is further ahead comes from a wrong clock.
pub(super) fn schedule_all(connection: &Connection) -> Result<(), SqliteError> {
    connection.execute_batch(&format!(
        "UPDATE deliveries SET due_at = {NOW}
            WHERE state = 'pending' AND due_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day');
         UPDATE delivery_lanes SET slowed_until = NULL
            WHERE slowed_until > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day');
         UPDATE deliveries SET due_at = {NOW} WHERE state = 'pending' AND due_at IS NULL AND number = (
            SELECT min(number) FROM deliveries AS earlier
                WHERE earlier.run_id = deliveries.run_id AND earlier.url = deliveries.url AND earlier.state = 'pending'
         );
         INSERT INTO delivery_lanes (owner, origin, next_at)
            SELECT owner, origin, min(due_at) FROM deliveries
                WHERE state = 'pending' AND due_at IS NOT NULL GROUP BY owner, origin
            ON CONFLICT DO UPDATE SET next_at = max(excluded.next_at, coalesce(slowed_until, ''));
         DELETE FROM delivery_lanes WHERE NOT EXISTS (
            SELECT 1 FROM deliveries
                WHERE deliveries.owner = delivery_lanes.owner AND deliveries.origin = delivery_lanes.origin
                    AND state = 'pending'
         );"
    ))?;
    Ok(())
}

/// Sets the time of a lane's next attempt. Deletes the lane if nothing is pending.
pub(super) fn schedule(
    connection: &Connection,
    owner: &str,
    origin: &str,
) -> Result<(), SqliteError> {
    let sql = "SELECT min(due_at) FROM deliveries
         WHERE owner = ?1 AND origin = ?2 AND state = 'pending' AND due_at IS NOT NULL";
    let mut statement = connection.prepare_cached(sql)?;
    let next = statement.query_row([owner, origin], |row| row.get::<_, Option<String>>(0))?;
    let sql = match next {
        Some(_) => {
            "INSERT INTO delivery_lanes (owner, origin, next_at) VALUES (?1, ?2, ?3)
                ON CONFLICT DO UPDATE SET next_at = max(excluded.next_at, coalesce(slowed_until, ''))"
        }
        None => "DELETE FROM delivery_lanes WHERE owner = ?1 AND origin = ?2 AND ?3 IS NULL",
    };
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute(params![owner, origin, next])?;
    Ok(())
}

/// Makes the first pending delivery of a run to a target due. The others wait for it.
pub(super) fn line_up(
    connection: &Connection,
    run_id: &str,
    url: &str,
    now: DateTime<Utc>,
) -> Result<(), SqliteError> {
    let sql = "UPDATE deliveries SET due_at = iif(
            number = (SELECT min(number) FROM deliveries WHERE run_id = ?1 AND url = ?2 AND state = 'pending'),
            coalesce(due_at, ?3), NULL
        ) WHERE run_id = ?1 AND url = ?2 AND state = 'pending'";
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute(params![run_id, url, text(now)])?;
    Ok(())
}

/// Makes deliveries of a lane due that no longer wait for others, after some were removed.
pub(crate) fn unblock(
    connection: &Connection,
    owner: &str,
    origin: &str,
    now: DateTime<Utc>,
) -> Result<(), SqliteError> {
    let sql = "UPDATE deliveries SET due_at = ?3
         WHERE owner = ?1 AND origin = ?2 AND state = 'pending' AND due_at IS NULL AND number = (
            SELECT min(number) FROM deliveries AS earlier
                WHERE earlier.run_id = deliveries.run_id AND earlier.url = deliveries.url AND earlier.state = 'pending'
         )";
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute(params![owner, origin, text(now)])?;
    schedule(connection, owner, origin)
}

/// Chooses the deliveries to attempt, from the lanes that have waited longest.
pub(super) fn choose(
    connection: &Connection,
    now: DateTime<Utc>,
    in_flight: &[AttemptInFlight],
    limits: AttemptLimits,
) -> Result<Vec<DueDelivery>, SqliteError> {
    let mut chosen: Vec<DueDelivery> = Vec::new();
    let free = limits.all.saturating_sub(in_flight.len());
    if free == 0 {
        return Ok(chosen);
    }
    let of_key = |chosen: &[DueDelivery], owner: &str| {
        let in_flight = in_flight.iter().map(|attempt| &attempt.lane);
        let all = in_flight.chain(chosen.iter().map(|delivery| &delivery.lane));
        all.filter(|lane| lane.owner == owner).count()
    };
    for (lane, is_slowed) in lanes(connection, now, in_flight, limits)? {
        let here = in_flight.iter().filter(|attempt| attempt.lane == lane);
        let here = here.count();
        let in_lane = if is_slowed { 1 } else { limits.of_a_lane };
        let room = in_lane.saturating_sub(here);
        let room = room.min(free - chosen.len());
        let room = room.min(limits.of_a_key.saturating_sub(of_key(&chosen, &lane.owner)));
        if room > 0 {
            let mut due = due_in(connection, &lane, now, room + here)?;
            due.retain(|delivery| in_flight.iter().all(|one| one.number != delivery.number));
            due.truncate(room);
            chosen.append(&mut due);
        }
        if chosen.len() == free {
            break;
        }
    }
    Ok(chosen)
}

/// The lanes with due deliveries, without those of keys that have no room, and whether they are slowed down. Enough
/// lanes even if some of the deliveries are in flight.
fn lanes(
    connection: &Connection,
    now: DateTime<Utc>,
    in_flight: &[AttemptInFlight],
    limits: AttemptLimits,
) -> Result<Vec<(DeliveryLane, bool)>, SqliteError> {
    let owners = in_flight.iter().map(|attempt| attempt.lane.owner.as_str());
    let full = owners.clone().filter(|owner| {
        let same = owners.clone().filter(|other| other == owner);
        same.count() >= limits.of_a_key
    });
    let full = serde_json::to_string(&full.collect::<Vec<_>>())?;
    let sql = "SELECT owner, origin, slowed_until IS NOT NULL FROM delivery_lanes
         WHERE next_at <= ?1 AND owner NOT IN (SELECT value FROM json_each(?2)) ORDER BY next_at LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let count = (limits.all + in_flight.len()) as i64;
    let rows = statement.query_map(params![text(now), full, count], |row| {
        let lane = DeliveryLane {
            owner: row.get(0)?,
            origin: row.get(1)?,
        };
        Ok((lane, row.get(2)?))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn due_in(
    connection: &Connection,
    lane: &DeliveryLane,
    now: DateTime<Utc>,
    count: usize,
) -> Result<Vec<DueDelivery>, SqliteError> {
    let sql = "SELECT number, owner, origin, id, event, run_id, workflow_id, url, body, attempts, created_at,
            first_attempt_at, (SELECT traceparent FROM runs WHERE runs.id = deliveries.run_id) AS traceparent
         FROM deliveries WHERE owner = ?1 AND origin = ?2 AND state = 'pending' AND due_at <= ?3
         ORDER BY due_at, number LIMIT ?4";
    let mut statement = connection.prepare_cached(sql)?;
    let values = params![lane.owner, lane.origin, text(now), count as i64];
    let rows = statement.query_map(values, delivery)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn delivery(row: &Row<'_>) -> rusqlite::Result<DueDelivery> {
    let first_attempt_at: Option<String> = row.get(11)?;
    let traceparent: Option<String> = row.get(12)?;
    Ok(DueDelivery {
        number: row.get(0)?,
        lane: DeliveryLane {
            owner: row.get(1)?,
            origin: row.get(2)?,
        },
        id: row.get(3)?,
        event: row.get(4)?,
        run_id: row.get(5)?,
        workflow_id: row.get(6)?,
        url: row.get(7)?,
        body: row.get(8)?,
        attempts: row.get(9)?,
        created_at: time(row, 10)?,
        first_attempt_at: first_attempt_at.as_deref().and_then(parsed),
        trace: traceparent.as_deref().and_then(TraceContext::parse),
    })
}
